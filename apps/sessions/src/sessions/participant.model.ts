import { AppError, newId } from '@capture/contracts';
import { requireOpen, type Session } from './session.model.js';

/** Somebody who joined a room; the same one after leaving and coming back. */
export interface Participant {
  id: string;
  isGuest: boolean;
  /** The host's account; null for guests, who need none. */
  memberId: string | null;
  displayName: string;
  joinedAt: Date;
  leftAt: Date | null;
  /** Their current socket; null while there is none. */
  connectionId: string | null;
  /** Their last heartbeat. */
  seenAt: Date;
  /** The invite that a guest came with. */
  inviteId: string | null;
  /** When the host removed them. */
  removedAt: Date | null;
}

/** Somebody about to join: a guest, or the host with their member id. */
export interface NewParticipant extends Pick<Participant, 'memberId' | 'displayName'> {
  /** Whom a guest has proven to be; undefined for one who is new here. */
  participantId?: string;
  /** What a guest comes with. */
  inviteId?: string | null;
}

/** Guests of one invite that a session remembers, so that it cannot be used to fill the database. Another invite has as many. */
const MOST_GUESTS = 500;

/** Whether an invite has brought as many guests as are remembered. */
export function isUsedUp(participants: readonly Participant[], { inviteId = null }: NewParticipant): boolean {
  return participants.filter((one) => one.isGuest && one.inviteId === inviteId).length >= MOST_GUESTS;
}

/** Who this is in the session already: the same member, or the guest whose token was shown. */
export function known(
  participants: readonly Participant[],
  { memberId, participantId }: NewParticipant,
): Participant | undefined {
  return participants.find((one) =>
    memberId === null ? one.isGuest && one.id === participantId : one.memberId === memberId,
  );
}

/**
 * The participant after joining: a new one, or the one that they were before, who needs a free seat only if they had left.
 * @throws AppError `session_closed` or `session_full`.
 */
export function joining(
  session: Session,
  participants: readonly Participant[],
  newParticipant: NewParticipant,
  now: Date,
): Participant {
  requireOpen(session, now);
  const { memberId, displayName, inviteId = null } = newParticipant;
  const isGuest = memberId === null;
  const before = known(participants, newParticipant);
  if (isGuest && before?.leftAt !== null) requireSeat(session, participants);
  if (before) return { ...before, displayName, leftAt: null, seenAt: now };
  if (isGuest && isUsedUp(participants, newParticipant)) {
    const detail = `${MOST_GUESTS} guests came with this invite and may have recorded; ask for a new invitation.`;
    throw new AppError('session_full', detail);
  }
  const person = { id: newId('participant'), isGuest, memberId, displayName, inviteId };
  return { ...person, joinedAt: now, leftAt: null, connectionId: null, seenAt: now, removedAt: null };
}

/**
 * The participant with a new socket. One who had left needs a free seat again.
 * @throws AppError `session_closed` or `session_full`.
 */
export function connected(
  session: Session,
  participants: readonly Participant[],
  participant: Participant,
  connectionId: string,
  now: Date,
): Participant {
  requireOpen(session, now);
  if (participant.leftAt !== null && participant.isGuest) requireSeat(session, participants);
  return { ...participant, leftAt: null, connectionId, seenAt: now };
}

/** Without a socket, but not left: a reload closes the socket too, so they get some time to come back. */
export function disconnected(participant: Participant, now: Date): Participant {
  return { ...participant, connectionId: null, seenAt: now };
}

export function left(participant: Participant, at: Date): Participant {
  return { ...participant, connectionId: null, leftAt: at };
}

/** Participants who have not left. */
export function present(participants: readonly Participant[]): Participant[] {
  return participants.filter(({ leftAt }) => leftAt === null);
}

function requireSeat({ maxGuests }: Session, participants: readonly Participant[]): void {
  const guests = present(participants).filter(({ isGuest }) => isGuest).length;
  if (guests >= maxGuests)
    throw new AppError('session_full', `All ${maxGuests} guest seats of this session are taken.`);
}
