import { AppError, newId, type KeyPrincipal } from '@capture/contracts';

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
 * A new session of the key's organization.
 * @throws AppError when the key or its organization may not open one.
 */
export function openSession(key: KeyPrincipal, roomCode: string, cutoffSec: number, now: Date): Session {
  if (key.mode === 'test')
    throw new AppError('test_mode_scope', 'A test key opens no session; use a live key.');
  if (key.ownerMemberId === null) {
    const detail =
      'The member who created this key has left, so nobody would host. Use a key of a present member.';
    throw new AppError('key_owner_not_a_member', detail);
  }
  if (key.organizationPaused) {
    throw new AppError('organization_paused', 'The organization is paused: renew its plan to open rooms.');
  }
  return {
    id: newId('session'),
    organizationId: key.organizationId,
    roomCode,
    state: 'open',
    maxGuests: key.limits.maxGuests,
    hostMemberId: key.ownerMemberId,
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
