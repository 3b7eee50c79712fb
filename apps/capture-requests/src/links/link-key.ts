import { keyedHash, sameBytes } from '@capture/platform';
import type { LinkKind, LinkTarget } from './link.model.js';

const PATHS: Record<LinkKind, string> = { contact: 'r', campaign: 'o' };

/** The key `k` of a link: base64url HMAC-SHA256. Derived when needed and never stored. */
export function linkKey(secret: string, { kind, id, version }: LinkTarget): string {
  return keyedHash(secret, `${kind}|${id}|${version}`, 'base64url');
}

export function isLinkKey(secret: string, target: LinkTarget, given: string): boolean {
  return sameBytes(given, linkKey(secret, target));
}

/** Address of the recorder page. The page removes the key from the address bar. */
export function linkUrl(publicUrl: string, secret: string, target: LinkTarget): string {
  return `${publicUrl.replace(/\/+$/, '')}/${PATHS[target.kind]}/${target.id}?k=${linkKey(secret, target)}`;
}
