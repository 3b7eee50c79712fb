import type { ServerMessage } from './server-messages.js';

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
