import type { CaptureErrorCode, ClosedReason } from '@capture/browser/room';

/** Pages that end a visit, or keep it from beginning. */
export type PageKind =
  | 'unsupported'
  | 'insecure'
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
  | { name: 'sign_in'; isBusy: boolean; problem: 'wrong' | 'rate_limited' | 'network' | null }
  | { name: 'green'; stream: MediaStream | null; isBusy: boolean; problem: Problem | null }
  | { name: 'room' }
  /** The room is over for this page; what was recorded is sent. */
  | { name: 'after'; reason: 'ended' | 'left' };

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
