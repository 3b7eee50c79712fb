import { AppError, invalidField } from '@capture/contracts';
import type { ServerMessage } from '../messages/server-messages.js';
import { requireOpen, type Session } from '../sessions/session.model.js';

/** Time for the message to reach everybody, so that all start at the same instant. Of takes whose host chose no countdown. */
const TAKE_LEAD_MS = 1_500;

/** A take of a session, by the room's clock. */
export interface StartedTake {
  takeNumber: number;
  startsAt: Date;
  /** Null of takes of earlier releases. */
  announcedAt: Date | null;
}

/** When the room was told to record: whoever was there may have a recording of it, though it began a moment later. */
export function announcementOf({ startsAt, announcedAt }: StartedTake): Date {
  return announcedAt ?? new Date(startsAt.getTime() - TAKE_LEAD_MS);
}

/** The latest take of a session: its number, and when it starts and stopped. */
export type LatestTake = Pick<Session, 'takeNumber' | 'takeStartsAt' | 'takeStoppedAt'>;

/** What people are told of the latest take; undefined before the first. */
export function newsOf({
  takeNumber,
  takeStartsAt,
  takeStoppedAt,
}: LatestTake): Extract<ServerMessage, { type: 'take.start' | 'take.stop' }> | undefined {
  if (takeStartsAt === null) return undefined;
  if (takeStoppedAt === null) return { type: 'take.start', takeNumber, atServerTime: takeStartsAt.getTime() };
  return { type: 'take.stop', takeNumber, atServerTime: takeStoppedAt.getTime() };
}

/** Whether a take is running or about to start. */
export function isRecording({ takeStartsAt, takeStoppedAt }: Session): boolean {
  return takeStartsAt !== null && takeStoppedAt === null;
}

/**
 * @param leadMs the countdown
 * @throws AppError `session_closed`, or `conflict` while a take runs.
 */
export function takeStarted(
  session: Session,
  now: Date,
  leadMs = TAKE_LEAD_MS,
): Session & { takeStartsAt: Date } {
  requireOpen(session, now);
  if (isRecording(session))
    throw new AppError('conflict', `Take ${session.takeNumber} is running; stop it before another.`);
  const takeStartsAt = new Date(now.getTime() + leadMs);
  return { ...session, takeNumber: session.takeNumber + 1, takeStartsAt, takeStoppedAt: null };
}

/** @throws AppError `invalid_input` for a take that has not been started. `takes`: number of the latest one. */
export function requireStarted(takeNumber: number, takes: number): void {
  if (takeNumber <= takes) return;
  const detail = takes === 0 ? 'No take has been started yet.' : `The latest take is number ${takes}.`;
  throw invalidField('takeNumber', 'out_of_range', detail);
}

/** The same session when no take is running. */
export function takeStopped(session: Session, now: Date): Session {
  return isRecording(session) ? { ...session, takeStoppedAt: now } : session;
}
