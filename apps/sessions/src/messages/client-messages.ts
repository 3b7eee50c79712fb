import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  NestedField,
  NumberField,
  ObjectField,
  StringField,
} from '@capture/contracts';

/** What the caller may call a message, so that an error can name it. */
export const MESSAGE_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CONTROLS_BUT_BREAKS = '\\u0000-\\u0009\\u000B-\\u001F\\u007F-\\u009F';
const PAIR = '[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]';
/** Text with line breaks, but no other control characters and no lone surrogates. */
const SAID = new RegExp(`^(?:[^${CONTROLS_BUT_BREAKS}\\uD800-\\uDFFF]|${PAIR})*$`);
/** Longest countdown before a take, in milliseconds. */
const MOST_COUNTDOWN_MS = 10_000;

function MessageIdField(): PropertyDecorator {
  const description = 'Of the caller’s choice; an `error` that this message causes repeats it';
  return StringField({ optional: true, max: 64, pattern: MESSAGE_ID, description });
}

/** What participants' sockets may send. Times are Unix milliseconds, with fractions where the clock has them. */
class ClientMessageBase {
  @MessageIdField() id?: string;
}

/** When the answer to an earlier ping arrived, so that the server too knows how the clocks compare. */
class AnsweredPing {
  @NumberField({ description: 'Of that ping' }) t0: number;
  @NumberField({ description: 'When its answer arrived, on the client’s clock' }) t3: number;
}

/** Asks for the time. */
export class ClockPing extends ClientMessageBase {
  @EnumField(['clock.ping']) type: 'clock.ping';
  @NumberField({ description: 'When the client sent it, on its own clock' }) t0: number;
  @StringField({
    optional: true,
    max: 64,
    pattern: MESSAGE_ID,
    description:
      'Of the client’s choice, another one for each clock: a page that is loaded again has a new clock',
  })
  clockId?: string;
  @NestedField(() => AnsweredPing, { optional: true }) answered?: AnsweredPing;
}

/** WebRTC signaling for another participant, passed on unread. */
class Signal extends ClientMessageBase {
  @EnumField(['signal']) type: 'signal';
  @IdField('participant') to: string;
  @ObjectField({ description: 'At most 32 KiB as sent' }) data: Record<string, unknown>;
}

/** Tells the others that this participant is ready for the next take. */
class TakeReady extends ClientMessageBase {
  @EnumField(['take.ready']) type: 'take.ready';
}

/** The device records this take, so that its track is expected. */
class TakeStarted extends ClientMessageBase {
  @EnumField(['take.started']) type: 'take.started';
  @IntField({ min: 1 }) takeNumber: number;
}

/** Asks to tell the others how the upload goes; the bytes told as stored are the server's own count. */
export class UploadProgress extends ClientMessageBase {
  @EnumField(['upload']) type: 'upload';
  @IdField('track') trackId: string;
  @IntField({ description: 'Bytes' }) storedBytes: number;
  @IntField({ description: 'Bytes' }) sizeBytes: number;
}

const MICROPHONES = ['on', 'muted', 'silent', 'none'] as const;
const CAMERAS = ['on', 'off', 'none'] as const;
const RECORDINGS = ['idle', 'recording', 'failed'] as const;
/** A year: what is longer is no length of a take. */
const MOST_SEC = 31_536_000;

/** How a participant's devices are, as their page knows it. */
export class DeviceState {
  @EnumField(MICROPHONES, { description: '`silent`: on, but nothing is heard' })
  microphone: (typeof MICROPHONES)[number];
  @EnumField(CAMERAS) camera: (typeof CAMERAS)[number];
  @BooleanField({ description: 'Whether a screen is shared' }) screen: boolean;
  @EnumField(RECORDINGS) recording: (typeof RECORDINGS)[number];
  @BooleanField({ description: 'Whether the device may run out of space for the recording' })
  storageShort: boolean;
  @NumberField({ optional: true, max: MOST_SEC, description: 'Seconds recorded in this take' })
  recordedSec?: number;
  @NumberField({ optional: true, max: MOST_SEC, description: 'Of them, seconds that the server has stored' })
  safeSec?: number;
}

/** Tells everybody how this participant's devices are. Kept while the socket is open; the latest counts. */
export class StateMessage extends DeviceState {
  @EnumField(['state']) type: 'state';
  @MessageIdField() id?: string;
}

/** Says something to everybody in writing. */
class ChatMessage extends ClientMessageBase {
  @EnumField(['chat']) type: 'chat';
  @StringField({ max: 2_000, pattern: SAID }) text: string;
}

/** From the host only. */
class TakeStart extends ClientMessageBase {
  @EnumField(['take.start']) type: 'take.start';
  @IntField({
    optional: true,
    max: MOST_COUNTDOWN_MS,
    description: 'The countdown, in milliseconds; 1,500 when left out',
  })
  inMs?: number;
}

/** From the host only. */
class TakeStop extends ClientMessageBase {
  @EnumField(['take.stop']) type: 'take.stop';
}

/** From the host only: asks a participant's page to mute itself. */
class MuteParticipant extends ClientMessageBase {
  @EnumField(['mute']) type: 'mute';
  @IdField('participant') participantId: string;
}

/** From the host only. */
class ParticipantRemove extends ClientMessageBase {
  @EnumField(['participant.remove']) type: 'participant.remove';
  @IdField('participant') participantId: string;
}

/** From the host only. */
class SessionEnd extends ClientMessageBase {
  @EnumField(['session.end']) type: 'session.end';
}

/** The class of each message by its type. */
export const CLIENT_MESSAGES = {
  'clock.ping': ClockPing,
  signal: Signal,
  state: StateMessage,
  chat: ChatMessage,
  'take.ready': TakeReady,
  'take.started': TakeStarted,
  upload: UploadProgress,
  'take.start': TakeStart,
  'take.stop': TakeStop,
  mute: MuteParticipant,
  'participant.remove': ParticipantRemove,
  'session.end': SessionEnd,
} as const;

export type ClientMessage = InstanceType<(typeof CLIENT_MESSAGES)[keyof typeof CLIENT_MESSAGES]>;
