import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@capture/contracts';

export type LinkKind = 'contact' | 'campaign';

/** What a link key is derived from. Raising `version` voids every earlier key. */
export interface LinkTarget {
  kind: LinkKind;
  id: string;
  version: number;
}

const PATHS: Record<LinkKind, string> = { contact: 'r', campaign: 'o' };

/** The key `k` of a link: base64url HMAC-SHA256. Derived when needed and never stored. */
export function linkKey(secret: string, { kind, id, version }: LinkTarget): string {
  return createHmac('sha256', secret).update(`${kind}|${id}|${version}`).digest('base64url');
}

/** Compares in constant time, so that a key cannot be guessed byte by byte. */
export function isLinkKey(secret: string, target: LinkTarget, given: string): boolean {
  const expected = Buffer.from(linkKey(secret, target));
  const presented = Buffer.from(given);
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}

/** Address of the recorder page. The page removes the key from the address bar. */
export function linkUrl(publicUrl: string, secret: string, target: LinkTarget): string {
  return `${publicUrl.replace(/\/+$/, '')}/${PATHS[target.kind]}/${target.id}?k=${linkKey(secret, target)}`;
}

/** The same error for every link, take or key that does not work, so that callers cannot probe for what exists. */
export function linkExpired(): AppError {
  return new AppError(
    'link_expired',
    'This link does not work, or does not work any more. Ask for a new one.',
  );
}
