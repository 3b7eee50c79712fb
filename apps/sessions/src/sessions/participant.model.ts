import { AppError, newId } from '@capture/contracts';
import { requireOpen, type Session } from './session.model.js';

/** Somebody who joined a room. Who leaves and comes back is the same participant. */
export interface Participant {
  id: string;
  isGuest: boolean;
  /** Who the host is; null of guests, who need no account. */
  memberId: string | null;
  displayName: string;
  joinedAt: Date;
  leftAt: Date | null;
  /** The socket that speaks for them now. */
  connectionId: string | null;
  /** When their socket was last known to be there. */
  seenAt: Date;
}

/** A guest, or the host with their member id. */
export type Newcomer = Pick<Participant, 'memberId' | 'displayName'>;

/** Rows of one room, so that an invite cannot be used to fill a database. */
const MOST_PARTICIPANTS = 500;

/** @throws AppError `session_closed` or `session_full`. */
export function joining(
  session: Session,
  known: readonly Participant[],
  newcomer: Newcomer,
  now: Date,
): Participant {
  requireOpen(session, now);
  const { memberId, displayName } = newcomer;
  const isGuest = memberId === null;
  if (isGuest) requireSeat(session, known);
  if (known.length >= MOST_PARTICIPANTS)
    throw new AppError('session_full', `${MOST_PARTICIPANTS} people have joined this session; open another.`);
  const person = { id: newId('participant'), isGuest, memberId, displayName };
  return { ...person, joinedAt: now, leftAt: null, connectionId: null, seenAt: now };
}

/**
 * The participant with a socket. Whoever had left takes a seat again, as long as there is one.
 * @throws AppError `session_closed` or `session_full`.
 */
export function connected(
  session: Session,
  known: readonly Participant[],
  participant: Participant,
  connectionId: string,
  now: Date,
): Participant {
  requireOpen(session, now);
  if (participant.leftAt !== null && participant.isGuest) requireSeat(session, known);
  return { ...participant, leftAt: null, connectionId, seenAt: now };
}

/** Their socket is gone, which may be no more than a reload: they are given some time to come back. */
export function disconnected(participant: Participant, now: Date): Participant {
  return { ...participant, connectionId: null, seenAt: now };
}

export function left(participant: Participant, at: Date): Participant {
  return { ...participant, connectionId: null, leftAt: at };
}

/** People who joined and have not left. */
export function present(participants: readonly Participant[]): Participant[] {
  return participants.filter(({ leftAt }) => leftAt === null);
}

function requireSeat({ maxGuests }: Session, known: readonly Participant[]): void {
  const guests = present(known).filter(({ isGuest }) => isGuest).length;
  if (guests >= maxGuests)
    throw new AppError('session_full', `All ${maxGuests} guest seats of this session are taken.`);
}
