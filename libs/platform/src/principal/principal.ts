import { createHmac } from 'node:crypto';
import type { ForwardedCall } from '@capture/contracts';
import { sameBytes } from '../crypto/keyed-hash.js';

/** Seconds after signing during which a service accepts the header; covers clock drift between hosts. */
const ACCEPTED_AGE_SEC = 60;

function signature(payload: string, key: string): Buffer {
  return createHmac('sha256', key).update(payload).digest();
}

/** Signs a call as a header value: base64url JSON, a dot, its HMAC-SHA256. */
export function signCall(call: ForwardedCall, keys: readonly string[]): string {
  const [signing] = keys;
  if (signing === undefined) throw new Error('no principal key configured');
  const payload = Buffer.from(JSON.stringify(call)).toString('base64url');
  return `${payload}.${signature(payload, signing).toString('base64url')}`;
}

/** The call in a header, or undefined when the header is forged, malformed or too old. */
export function verifyCall(
  header: string | undefined,
  keys: readonly string[],
  now: Date,
): ForwardedCall | undefined {
  const [payload, mac, ...rest] = header?.split('.') ?? [];
  if (payload === undefined || mac === undefined || rest.length > 0) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const known = keys.some((key) => sameBytes(given, signature(payload, key)));
  if (!known) return undefined;
  const call = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as ForwardedCall;
  const age = Math.abs(now.getTime() / 1000 - call.issuedAt);
  return age <= ACCEPTED_AGE_SEC ? call : undefined;
}
