import {
  AppError,
  networkOf,
  sha256Hex,
  SIGN_IN_MAX_AGE_SEC,
  type MemberPrincipal,
  type RoleName,
} from '@capture/contracts';
import type { Plan } from '../plans/plan.model.js';

/** Seconds without a call after which a sign-in ends. */
const SIGN_IN_IDLE_SEC = 12 * 60 * 60;
/** How many failures of one person from one network, and from one network, are tolerated within the window. */
export const FAILURES = { person: 10, address: 100, windowSec: 15 * 60 } as const;
/** How many sign-ins of one kind one network may begin within the window without finishing them. */
const BEGUN_LIMIT = 100;
/** From so many failures of one person over all networks on, each further one doubles a delay, up to the longest. */
const STRANGERS = { free: 30, longestSec: 60 } as const;
const SEEN_PRECISION_MS = 60_000;
/** Most sign-ins of one member. Removing the member ends all of them in one transaction, which has to stay small. */
export const MOST_SIGN_INS = 100;

export interface SignIn {
  /** What is stored of the cookie's token. */
  id: string;
  organizationId: string;
  memberId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Last call, exact to a minute. */
  seenAt: Date;
  /** By which its person recognizes it, such as "Firefox on Windows"; null when the browser did not say. */
  browser: string | null;
  /** The identity provider that vouched for the person; null for a sign-in by password or passkey. */
  issuer: string | null;
}

/** A person as a member of one of their organizations. */
export interface Membership {
  memberId: string;
  email: string;
  /** As they call themselves; null for who did not say. */
  name: string | null;
  role: RoleName;
  organizationId: string;
  organizationName: string;
  plan: string;
  /** Whether the organization lets its members sign in with their password. */
  passwordAllowed: boolean;
}

/** A sign-in of a current member, with everything that decides what they may do. */
export type SignInRow = Omit<SignIn, 'createdAt' | 'browser' | 'issuer'> &
  Omit<Membership, 'organizationName' | 'name' | 'passwordAllowed'> & { paused: boolean };

export function newSignIn(
  id: string,
  { organizationId, memberId }: Pick<SignIn, 'organizationId' | 'memberId'>,
  { browser, issuer }: Pick<SignIn, 'browser' | 'issuer'>,
  now: Date,
): SignIn {
  const expiresAt = new Date(now.getTime() + SIGN_IN_MAX_AGE_SEC * 1000);
  return { id, organizationId, memberId, createdAt: now, expiresAt, seenAt: now, browser, issuer };
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

/** What failures are counted by. */
export interface FailureSubject {
  subject: string;
  /** Failures within the window after which none is taken; without it they are delayed, never refused for good. */
  limit?: number;
}

/**
 * Hashed, so that the table does not reveal who tried to sign in from where. A browser that the person has signed in with
 * before answers for its own failures alone: no wrong password that somebody else tries holds it back.
 * @param device id of a known browser; undefined for any other
 */
export function failureSubjects(
  email: string,
  address: string,
  device: string | undefined,
): FailureSubject[] {
  if (device !== undefined) return [{ subject: sha256Hex(`device ${device}`), limit: FAILURES.person }];
  return [
    { subject: sha256Hex(`email ${email} address ${networkOf(address)}`), limit: FAILURES.person },
    { subject: sha256Hex(`email ${email}`) },
    ...networkFailureSubjects(address),
  ];
}

/** What sign-ins are counted by that were begun and may never be finished. */
export function begunSubject(kind: 'single sign-on' | 'passkey', address: string): FailureSubject {
  return { subject: sha256Hex(`${kind} address ${networkOf(address)}`), limit: BEGUN_LIMIT };
}

/**
 * What mails are counted by that an organization has sent to people who did not ask for them: one a minute, as for an invitation
 * that is sent again.
 */
export function mailSubject(organizationId: string, email: string): FailureSubject {
  return {
    subject: sha256Hex(`mail ${email} organization ${organizationId}`),
    limit: FAILURES.windowSec / 60,
  };
}

/** What failures are counted by where the person is not known: by the network alone. */
export function networkFailureSubjects(address: string): FailureSubject[] {
  return [{ subject: sha256Hex(`address ${networkOf(address)}`), limit: FAILURES.address }];
}

/**
 * The same for codes of a second factor. They have six digits, so that the tries of all networks together are limited as well:
 * only who has given the right password gets that far, so that nobody else can hold a person back by it.
 * @param vouchedFor the organization whose identity provider vouched in place of the password: what is tried by its word counts
 * there alone, so that it cannot hold the person back elsewhere
 */
export function codeFailureSubjects(
  email: string,
  address: string,
  device: string | undefined,
  vouchedFor?: string,
): FailureSubject[] {
  const subjects = failureSubjects(email, address, device);
  if (device !== undefined) return subjects;
  const tried = vouchedFor === undefined ? `code ${email}` : `code ${email} organization ${vouchedFor}`;
  return [...subjects, { subject: sha256Hex(tried), limit: FAILURES.person }];
}

/** Failures of one subject within the window. */
export interface Failures {
  count: number;
  oldestAt: Date;
  newestAt: Date;
}

/** Seconds until another attempt is allowed; undefined when one is allowed now. */
export function retryAfterSec(
  failures: Failures | undefined,
  limit: number | undefined,
  now: Date,
): number | undefined {
  if (!failures) return undefined;
  const { count, oldestAt, newestAt } = failures;
  if (limit === undefined) {
    // Of attempts at once a later one may have been stored first.
    return count < STRANGERS.free ? undefined : secondsUntil(newestAt.getTime() + delayMs(count), now);
  }
  return count < limit ? undefined : secondsUntil(oldestAt.getTime() + FAILURES.windowSec * 1000, now);
}

/** A person whom many networks try to sign in as can still sign in from a new browser: later, not never. */
function delayMs(count: number): number {
  return Math.min(2 ** (count - STRANGERS.free), STRANGERS.longestSec) * 1000;
}

function secondsUntil(time: number, now: Date): number | undefined {
  return time <= now.getTime() ? undefined : Math.ceil((time - now.getTime()) / 1000);
}

export function toPrincipal(row: SignInRow, plan: Plan): MemberPrincipal {
  const { id, organizationId, memberId, email, role, paused } = row;
  return {
    kind: 'member',
    organizationId,
    memberId,
    email,
    role,
    plan: plan.name,
    features: plan.features,
    limits: plan.limits,
    organizationPaused: paused,
    signInId: id,
  };
}

/**
 * The organization that a password or passkey signs in to: the wanted one, or the first that takes passwords.
 * @param wanted undefined for any, null for one that does not exist
 * @throws AppError `not_found`, or `single_sign_on_required` where passwords are not taken
 */
export function chooseMembership(
  memberships: readonly Membership[],
  wanted: string | null | undefined,
): Membership {
  const fitting = memberships.filter(
    ({ organizationId }) => wanted === undefined || organizationId === wanted,
  );
  if (fitting.length === 0)
    throw new AppError('not_found', 'You are no member of the organization that this is for.');
  const membership = fitting.find(({ passwordAllowed }) => passwordAllowed);
  if (membership) return membership;
  const detail = 'Your organization takes neither passwords nor passkeys. Continue with single sign-on.';
  throw new AppError('single_sign_on_required', detail);
}
