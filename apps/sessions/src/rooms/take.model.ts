import { AppError, invalidField } from '@capture/contracts';
import { requireOpen, type Session } from '../sessions/session.model.js';

/** Time for the message to reach everybody, so that all start at the same instant. */
const TAKE_LEAD_MS = 1_500;

/** A take of a session, by the room's clock. */
export interface StartedTake {
  takeNumber: number;
  startsAt: Date;
}

/** When the room was told to record: whoever was there may have a recording of it, though it began a moment later. */
export function announcedAt({ startsAt }: StartedTake): Date {
  return new Date(startsAt.getTime() - TAKE_LEAD_MS);
}

/** Whether a take is running or about to start. */
export function isRecording({ takeStartsAt, takeStoppedAt }: Session): boolean {
  return takeStartsAt !== null && takeStoppedAt === null;
}

/** @throws AppError `session_closed`, or `conflict` while a take runs. */
export function takeStarted(session: Session, now: Date): Session & { takeStartsAt: Date } {
  requireOpen(session, now);
  if (isRecording(session))
    throw new AppError('conflict', `Take ${session.takeNumber} is running; stop it before another.`);
  const takeStartsAt = new Date(now.getTime() + TAKE_LEAD_MS);
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
