import { EnumField, IdField, IntField, NumberField, ObjectField, type ErrorCode } from '@capture/contracts';

/** What participants' sockets may send. Times are Unix milliseconds, with fractions where the clock has them. */
class ClockPing {
  @EnumField(['clock.ping']) type: 'clock.ping';
  @NumberField({ description: 'When the client sent it, on its own clock' }) t0: number;
}

/** WebRTC signaling for another participant, passed on unread. */
class Signal {
  @EnumField(['signal']) type: 'signal';
  @IdField('participant') to: string;
  @ObjectField() data: Record<string, unknown>;
}

class TakeReady {
  @EnumField(['take.ready']) type: 'take.ready';
}

/** The device records this take, so that its track is expected. */
class TakeStarted {
  @EnumField(['take.started']) type: 'take.started';
  @IntField({ min: 1 }) takeNumber: number;
}

/** Asks to tell the others how the upload goes; the bytes told as stored are the server's own count. */
export class UploadProgress {
  @EnumField(['upload']) type: 'upload';
  @IdField('track') trackId: string;
  @IntField({ description: 'Bytes' }) storedBytes: number;
  @IntField({ description: 'Bytes' }) sizeBytes: number;
}

/** From the host only. */
class TakeStart {
  @EnumField(['take.start']) type: 'take.start';
}

/** From the host only. */
class TakeStop {
  @EnumField(['take.stop']) type: 'take.stop';
}

/** From the host only. */
class ParticipantRemove {
  @EnumField(['participant.remove']) type: 'participant.remove';
  @IdField('participant') participantId: string;
}

/** From the host only. */
class SessionEnd {
  @EnumField(['session.end']) type: 'session.end';
}

export const CLIENT_MESSAGES = {
  'clock.ping': ClockPing,
  signal: Signal,
  'take.ready': TakeReady,
  'take.started': TakeStarted,
  upload: UploadProgress,
  'take.start': TakeStart,
  'take.stop': TakeStop,
  'participant.remove': ParticipantRemove,
  'session.end': SessionEnd,
} as const;

export type ClientMessage =
  | ClockPing
  | Signal
  | TakeReady
  | TakeStarted
  | UploadProgress
  | TakeStart
  | TakeStop
  | ParticipantRemove
  | SessionEnd;

/** A participant as the others see them. */
export interface Presence {
  participantId: string;
  isGuest: boolean;
  displayName: string;
  connected: boolean;
}

export interface TakeState {
  /** Number of the latest take, from 1; 0 before the first. */
  takeNumber: number;
  recording: boolean;
  /** Unix milliseconds on the server's clock; null before the first take. */
  atServerTime: number | null;
}

export type PresenceEvent = 'joined' | 'connected' | 'disconnected' | 'left' | 'ready';

/** What the server sends. Every time is Unix milliseconds on the server's clock, but for the client's own `t0`. */
export type ServerMessage =
  | {
      type: 'welcome';
      participantId: string;
      participants: Presence[];
      state: TakeState;
      serverTime: number;
    }
  | { type: 'presence'; event: PresenceEvent; participant: Presence }
  | { type: 'take.start'; takeNumber: number; atServerTime: number }
  | { type: 'take.stop'; takeNumber: number; atServerTime: number }
  | { type: 'clock.pong'; t0: number; t1: number; t2: number }
  | { type: 'signal'; from: string; data: Record<string, unknown> }
  | { type: 'upload'; participantId: string; trackId: string; storedBytes: number; sizeBytes: number }
  | { type: 'session.ended' }
  | { type: 'error'; code: ErrorCode; detail: string; field?: string };

/** What processes that hold sockets of one room send each other. */
export type RoomBroadcast =
  /** A message for everybody, for one (`to`), or for everybody but one (`except`). */
  | { kind: 'say'; message: ServerMessage; to?: string; except?: string }
  /** Another socket has taken over for this participant. */
  | { kind: 'replaced'; participantId: string; connectionId: string }
  /** May not be here any more: all sockets of this participant, or those of one sign-in. */
  | { kind: 'shut'; participantId: string; signInId?: string }
  /** The session has ended or expired. */
  | { kind: 'closed' };

/** Why a socket was closed (RFC 6455 section 7.4; from 4000 on they are ours). */
export const CLOSE = {
  /** From the client: the participant leaves for good. From the server: the session has ended. */
  left: 1000,
  /** The process stops, or the room no longer knows the socket: connect again. */
  restart: 1012,
  tooMuch: 1013,
  internal: 1011,
  /** Another socket of the same participant took over. */
  replaced: 4000,
  unauthorized: 4401,
  /** Removed by the host, or a host who signed out or is no member any more. */
  removed: 4403,
  refused: 4409,
  rateLimited: 4429,
} as const;
