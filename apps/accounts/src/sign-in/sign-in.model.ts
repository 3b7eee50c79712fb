import { sha256Hex, SIGN_IN_MAX_AGE_SEC } from '@capture/contracts';
import { networkOf } from '@capture/platform';

/** Seconds without a call after which a sign-in ends. */
const SIGN_IN_IDLE_SEC = 12 * 60 * 60;
/** How many failures of one person and from one network are tolerated within the window. */
export const FAILURES = { email: 10, address: 100, windowSec: 15 * 60 } as const;
const SEEN_PRECISION_MS = 60_000;

export interface SignIn {
  /** What is stored of the cookie's token. */
  id: string;
  organizationId: string;
  memberId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Last call, exact to a minute. */
  seenAt: Date;
}

export function newSignIn(
  id: string,
  member: Pick<SignIn, 'organizationId' | 'memberId'>,
  now: Date,
): SignIn {
  const expiresAt = new Date(now.getTime() + SIGN_IN_MAX_AGE_SEC * 1000);
  return { id, ...member, createdAt: now, expiresAt, seenAt: now };
}

/** A sign-in that was last seen at this time or before has ended at `now`. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - SIGN_IN_IDLE_SEC * 1000);
}

export function isLive({ expiresAt, seenAt }: Pick<SignIn, 'expiresAt' | 'seenAt'>, now: Date): boolean {
  return expiresAt > now && seenAt > idleSince(now);
}

/** Whether a call at `now` is worth writing down. */
export function isStale({ seenAt }: Pick<SignIn, 'seenAt'>, now: Date): boolean {
  return now.getTime() - seenAt.getTime() >= SEEN_PRECISION_MS;
}

/** Hashed, so that the table does not reveal who tried to sign in from where. */
export function failureSubjects(email: string, address: string): { email: string; address: string } {
  return { email: sha256Hex(`email ${email}`), address: sha256Hex(`address ${networkOf(address)}`) };
}

/** Failures of one subject within the window. */
export interface Failures {
  count: number;
  oldestAt: Date;
}

/** Seconds until another attempt is allowed; undefined when one is allowed now. */
export function retryAfterSec(failures: Failures | undefined, limit: number, now: Date): number | undefined {
  if (!failures || failures.count < limit) return undefined;
  const endsAt = failures.oldestAt.getTime() + FAILURES.windowSec * 1000;
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
}
