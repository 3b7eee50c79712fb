import {
  AppError,
  modeOf,
  newId,
  requireRight,
  responsibleMemberOf,
  type OrganizationPrincipal,
} from '@capture/contracts';

export type SessionStatus = 'open' | 'closed' | 'expired';

export interface Session {
  id: string;
  organizationId: string;
  roomCode: string;
  /** The two stored statuses of the three that callers see. */
  state: 'open' | 'closed';
  maxGuests: number;
  hostMemberId: string;
  recordingId: string | null;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** When `session.ended` was stated. */
  endedAnnouncedAt: Date | null;
  expiredAnnouncedAt: Date | null;
  /** The latest attempt to promote what was recorded. */
  promotionTriedAt: Date | null;
  /** When the recordings service took note of the end. */
  promotedAt: Date | null;
  /** Number of the latest take, from 1; 0 before the first. */
  takeNumber: number;
  takeStartsAt: Date | null;
  takeStoppedAt: Date | null;
}

/**
 * A new session of the caller's organization.
 * @throws AppError when the caller or the organization may not open one.
 */
export function openSession(
  caller: OrganizationPrincipal,
  roomCode: string,
  cutoffSec: number,
  now: Date,
): Session {
  if (modeOf(caller) === 'test')
    throw new AppError('test_mode_scope', 'A test key opens no session; use a live key.');
  const hostMemberId = responsibleMemberOf(caller);
  if (hostMemberId === null) {
    const detail =
      'The member who created this key has left, so nobody would host. Use a key of a present member.';
    throw new AppError('key_owner_not_a_member', detail);
  }
  requireUnpaused(caller);
  return {
    id: newId('session'),
    organizationId: caller.organizationId,
    roomCode,
    state: 'open',
    maxGuests: caller.limits.maxGuests,
    hostMemberId,
    recordingId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + cutoffSec * 1000),
    endedAt: null,
    endedAnnouncedAt: null,
    expiredAnnouncedAt: null,
    promotionTriedAt: null,
    promotedAt: null,
    takeNumber: 0,
    takeStartsAt: null,
    takeStoppedAt: null,
  };
}

/**
 * Its rooms take nobody in meanwhile, so no link to one is handed out either.
 * @throws AppError `organization_paused`
 */
export function requireUnpaused({ organizationPaused }: OrganizationPrincipal): void {
  if (!organizationPaused) return;
  throw new AppError(
    'organization_paused',
    'The organization is paused: renew its plan to open rooms and invite.',
  );
}

/**
 * A room is its hosts': of the member who opened it or whose key did, and of those who have hosted it.
 * @throws AppError `insufficient_role` for other members whose role is not above that.
 */
export function requireHost(
  {
    hostMemberId,
    participants,
  }: Pick<Session, 'hostMemberId'> & { participants: { memberId: string | null }[] },
  caller: OrganizationPrincipal,
): void {
  if (caller.kind === 'key') return;
  const hosts = [hostMemberId, ...participants.map(({ memberId }) => memberId)];
  if (!hosts.includes(caller.memberId)) requireRight(caller.role, 'rooms.end_any');
}

/** `expired`: never closed, but past `expiresAt`. */
export function statusOf(
  { state, expiresAt }: Pick<Session, 'state' | 'expiresAt'>,
  now: Date,
): SessionStatus {
  if (state === 'closed') return 'closed';
  return expiresAt <= now ? 'expired' : 'open';
}

/** Ends the session, also one that has expired: its uploads still have to be promoted. */
export function closed<S extends Session>(session: S, now: Date): S {
  return session.state === 'closed' ? session : { ...session, state: 'closed', endedAt: now };
}

/** @throws AppError `session_closed` unless the session accepts participants. */
export function requireOpen(session: Session, now: Date): void {
  const status = statusOf(session, now);
  if (status === 'closed') throw new AppError('session_closed', 'The session has ended; open another.');
  if (status === 'expired') throw new AppError('session_closed', 'The session has expired; open another.');
}
