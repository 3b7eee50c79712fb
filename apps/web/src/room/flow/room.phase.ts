import type { CaptureErrorCode, ClosedReason } from '@capture/browser/room';
import type { SignInOutcome, SignInProblem } from './sign-in.js';

/** Pages that end a visit, or keep it from beginning. */
export type PageKind =
  | 'unsupported'
  | 'insecure'
  | 'keeps_nothing'
  | 'incomplete_link'
  | 'link_expired'
  | 'closed'
  | 'full'
  | 'paused'
  | 'removed'
  | 'replaced'
  | 'host_only'
  | 'unreachable';

/** What kept the person from entering, which they can do something about. */
export type Problem = 'permission_denied' | 'no_devices' | 'rate_limited' | 'network' | 'other';

export type Phase =
  | { name: 'page'; page: PageKind }
  /** With a challenge: the password was right, and a code is asked for. */
  | { name: 'sign_in'; isBusy: boolean; problem: SignInProblem | null; challenge: string | null }
  | { name: 'green'; stream: MediaStream | null; isBusy: boolean; problem: Problem | null }
  | { name: 'room' }
  /** The room is over for this page; what was recorded is sent. */
  | { name: 'after'; reason: 'ended' | 'left' };

export const ASKS_TO_SIGN_IN = {
  name: 'sign_in',
  isBusy: false,
  problem: null,
  challenge: null,
} as const satisfies Phase;

/** What to ask for next; null once signed in. @param challenge that the code was for */
export function phaseOfSignIn(outcome: SignInOutcome, challenge: string | null): Phase | null {
  if (!('problem' in outcome))
    return outcome.challenge === null ? null : { ...ASKS_TO_SIGN_IN, challenge: outcome.challenge };
  const { problem } = outcome;
  return { ...ASKS_TO_SIGN_IN, problem, challenge: problem === 'ended' ? null : challenge };
}

export function problemOf(code: CaptureErrorCode): Problem {
  if (code === 'permission_denied' || code === 'no_devices' || code === 'rate_limited' || code === 'network')
    return code;
  return 'other';
}

const REFUSED: Record<string, PageKind> = {
  session_closed: 'closed',
  session_full: 'full',
  organization_paused: 'paused',
  host_only: 'host_only',
};

/** The page that explains why joining was refused; null when trying again may help. */
export function pageFor(refusal: {
  status?: number | undefined;
  serviceCode?: string | undefined;
}): PageKind | null {
  const known = REFUSED[refusal.serviceCode ?? ''];
  if (known) return known;
  if (refusal.status === 403) return 'host_only';
  return refusal.status === 401 || refusal.status === 404 || refusal.status === 400 ? 'link_expired' : null;
}

export function phaseAfter(reason: ClosedReason): Phase {
  if (reason === 'ended' || reason === 'left') return { name: 'after', reason };
  const pages: Record<Exclude<ClosedReason, 'ended' | 'left'>, PageKind> = {
    replaced: 'replaced',
    removed: 'removed',
    link_expired: 'link_expired',
    session_closed: 'closed',
    session_full: 'full',
  };
  return { name: 'page', page: pages[reason] };
}
