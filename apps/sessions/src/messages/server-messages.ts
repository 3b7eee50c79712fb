import {
  BooleanField,
  EnumField,
  ERROR_CATALOGUE,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  NumberField,
  ObjectField,
  StringField,
  TRACK_KINDS,
  type ErrorCode,
  type TrackKind,
} from '@capture/contracts';
import { IceServer } from './ice-server.js';
import { DeviceState, MESSAGE_ID } from './client-messages.js';

/** Rises when a client that knows only what came before could not go on. */
export const PROTOCOL_VERSION = 1;

const PRESENCE_EVENTS = ['joined', 'connected', 'disconnected', 'left', 'ready'] as const;
export type PresenceEvent = (typeof PRESENCE_EVENTS)[number];

/** A participant as the others see them. */
export class Presence {
  @IdField('participant') participantId: string;
  @BooleanField() isGuest: boolean;
  @StringField({ max: 200 }) displayName: string;
  @BooleanField({ description: 'Whether they have a socket' }) connected: boolean;
  @BooleanField({ optional: true, description: 'For the next take; absent while it is not known' })
  ready?: boolean;
  @NestedField(() => DeviceState, { optional: true, description: 'Absent until their page has told it' })
  state?: DeviceState;
}

export class TakeState {
  @IntField({ description: 'Of the latest take, from 1; 0 before the first' }) takeNumber: number;
  @BooleanField({ description: 'Whether it runs, or is about to start' }) recording: boolean;
  @NumberField({ nullable: true, description: 'When it starts; null before the first take' })
  atServerTime: number | null;
}

export class RunningTake {
  @IntField({ min: 1 }) takeNumber: number;
  @NumberField() atServerTime: number;
}

export class KnownTake extends RunningTake {
  @NumberField({
    nullable: true,
    description: 'Null while it runs; before `atServerTime` where the countdown was stopped',
  })
  stoppedAtServerTime: number | null;
}

/** How far an upload is, by what the server stored. */
export class UploadState {
  @IdField('participant') participantId: string;
  @IdField('track') trackId: string;
  @IntField() storedBytes: number;
  @IntField({ description: 'Of the whole track, as far as its device has told' }) sizeBytes: number;
  @BooleanField({ optional: true, description: 'True once the track is complete' }) completed?: boolean;
}

export class KnownUpload extends UploadState {
  @IntField({ min: 1 }) takeNumber: number;
  @EnumField(TRACK_KINDS) kind: TrackKind;
}

export class ChatEntry {
  @StringField({ description: 'Rises within a room' }) chatId: string;
  @IdField('participant') participantId: string;
  @StringField({ max: 200 }) displayName: string;
  @StringField({ max: 2_000 }) text: string;
  @NumberField({ description: 'When it was said' }) at: number;
}

/** How the participant's clock compares with the room's, as the server knows it. */
export class OwnClock {
  @StringField({ min: 0, max: 64, description: 'Of the pings; empty where they named none' }) clockId: string;
  @NumberField({ min: -Number.MAX_SAFE_INTEGER, description: 'To be added to the device’s time' })
  offsetMs: number;
  @NumberField() uncertaintyMs: number;
  @NumberField({ min: -1_000, max: 1_000, description: 'What the device’s clock gains on the room’s' })
  driftPpm: number;
  @IntField({ description: 'Half minutes of which something is known' }) samples: number;
}

/** First of all: how things stand. */
export class Welcome {
  @EnumField(['welcome']) type: 'welcome';
  @IntField({ description: 'Of the protocol' }) version: number;
  @IdField('participant', { description: 'Who you are' }) participantId: string;
  @NestedListField(() => Presence, { description: 'Who is in the room' }) participants: Presence[];
  @NestedField(() => TakeState) state: TakeState;
  @NestedField(() => RunningTake, { nullable: true, description: 'The take that runs or is about to start' })
  take: RunningTake | null;
  @NestedListField(() => KnownTake, { description: 'The latest 100' }) takes: KnownTake[];
  @NestedListField(() => KnownUpload, { description: 'The latest 200 of everybody' }) uploads: KnownUpload[];
  @NestedListField(() => ChatEntry, { description: 'The last 50' }) chat: ChatEntry[];
  @NestedListField(() => IceServer, { description: 'For connections between the participants' })
  iceServers: IceServer[];
  @NestedField(() => OwnClock, { optional: true, description: 'Absent until the clocks were compared' })
  clock?: OwnClock;
  @NumberField() serverTime: number;
}

class PresenceChange {
  @EnumField(['presence']) type: 'presence';
  @EnumField(PRESENCE_EVENTS) event: PresenceEvent;
  @NestedField(() => Presence) participant: Presence;
}

/** The state of one participant's devices. */
class StateChange extends DeviceState {
  @EnumField(['state']) type: 'state';
  @IdField('participant') participantId: string;
}

class ChatSaid extends ChatEntry {
  @EnumField(['chat']) type: 'chat';
}

/** Record from that instant, which is ahead. */
class TakeStarts extends RunningTake {
  @EnumField(['take.start']) type: 'take.start';
}

class TakeStops extends RunningTake {
  @EnumField(['take.stop']) type: 'take.stop';
}

/** The host asks you to mute yourself. */
class Mute {
  @EnumField(['mute']) type: 'mute';
  @IdField('participant') by: string;
}

class ClockPong {
  @EnumField(['clock.pong']) type: 'clock.pong';
  @NumberField({ description: 'As it was sent' }) t0: number;
  @NumberField({ description: 'When the ping arrived' }) t1: number;
  @NumberField({ description: 'When the answer left' }) t2: number;
}

class SignalReceived {
  @EnumField(['signal']) type: 'signal';
  @IdField('participant') from: string;
  @ObjectField() data: Record<string, unknown>;
}

class UploadChange extends UploadState {
  @EnumField(['upload']) type: 'upload';
}

/** The last word: the socket closes with 1000. */
class SessionEnded {
  @EnumField(['session.ended']) type: 'session.ended';
}

/** A message was refused and changed nothing. */
export class RoomError {
  @EnumField(['error']) type: 'error';
  @EnumField(Object.keys(ERROR_CATALOGUE)) code: ErrorCode;
  @StringField({ description: 'What to do' }) detail: string;
  @StringField({ optional: true, description: 'The member of the message that is wrong' }) field?: string;
  @StringField({
    optional: true,
    max: 64,
    pattern: MESSAGE_ID,
    description: 'Of the message, where it had one',
  })
  id?: string;
}

/** The class of each message by its type. Every time is Unix milliseconds on the server's clock, but for the client's `t0`. */
export const SERVER_MESSAGES = {
  welcome: Welcome,
  presence: PresenceChange,
  state: StateChange,
  chat: ChatSaid,
  'take.start': TakeStarts,
  'take.stop': TakeStops,
  mute: Mute,
  'clock.pong': ClockPong,
  signal: SignalReceived,
  upload: UploadChange,
  'session.ended': SessionEnded,
  error: RoomError,
} as const;

export type ServerMessage = InstanceType<(typeof SERVER_MESSAGES)[keyof typeof SERVER_MESSAGES]>;
