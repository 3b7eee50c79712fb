import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/** Secrets of an endpoint that sign. Each adds a signature to one header, and receivers refuse headers that grow too long. */
export const MOST_SECRETS = 5;

/** A new signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0: symmetric keys). */
export function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
}

/** Headers that identify and sign one attempt. */
export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs one attempt (Standard Webhooks 1.0.0) once with each live secret, so that a receiver can verify with the old or the
 * new one during a rotation. `id` is the event's and stays the same over retries and replays; the timestamp, in Unix
 * seconds, is the attempt's.
 */
export function signAttempt(id: string, at: Date, body: string, secrets: readonly string[]): SignedHeaders {
  if (secrets.length === 0) throw new Error('an endpoint without a live secret cannot be signed for');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, signed)}`).join(' '),
  };
}

/** In base64. The library of the specification hashes in JavaScript, which costs several times as much. */
function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
