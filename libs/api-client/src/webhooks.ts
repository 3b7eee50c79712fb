import type { components } from './generated/events.js';
import { webCrypto } from './web-crypto.js';

type Events = components['schemas'];

export type WebhookEventType = keyof Events;

/** A delivery's body. Narrow it by `type`; ignore types that you do not know, more may be added. */
export type WebhookEvent = Events[WebhookEventType];

/** Headers of the delivery: those of fetch, or of Node's `request.headers`. */
export type WebhookHeaders =
  { get(name: string): string | null } | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /** How far the delivery's time may be from now, either way, in seconds; 300 when left out. */
  toleranceSec?: number;
  /** Replaces the current time. */
  now?: Date;
}

/** The delivery has no valid signature, or its time is out of tolerance. Answer 400 and do nothing. */
export class CaptureWebhookError extends Error {
  constructor(
    readonly reason: 'missing_header' | 'stale' | 'bad_signature',
    message: string,
  ) {
    super(message);
    this.name = 'CaptureWebhookError';
  }
}

/**
 * Verifies a delivery per Standard Webhooks 1.0.0 and returns its event.
 *
 * @param payload The body exactly as it arrived; one that was parsed and serialized again has other bytes.
 * @param secrets The endpoint's `whsec_…`, or while rotating the new and the old one.
 * @throws CaptureWebhookError when it is not to be trusted.
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSec = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  requireFresh(timestamp, toleranceSec, now);
  const body = typeof payload === 'string' ? payload : new TextDecoder().decode(payload);
  const signed = concat(`${id}.${timestamp}.`, payload);
  const candidates = signatures.split(' ').flatMap(decodeSignature);
  for (const secret of [secrets].flat()) {
    if (await isSigned(signed, candidates, secret)) return JSON.parse(body) as WebhookEvent;
  }
  throw new CaptureWebhookError('bad_signature', 'No signature of the delivery fits a secret.');
}

function header(headers: WebhookHeaders, name: string): string {
  const value = hasGet(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value.join(' ') : value;
  if (typeof text !== 'string' || text === '')
    throw new CaptureWebhookError('missing_header', `The delivery has no ${name}.`);
  return text;
}

function hasGet(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function requireFresh(timestamp: string, toleranceSec: number, now: Date): void {
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSec)
    throw new CaptureWebhookError('stale', 'The delivery is too old, or too far ahead of the clock.');
}

function concat(prefix: string, payload: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const head = encoder.encode(prefix);
  const tail = typeof payload === 'string' ? encoder.encode(payload) : payload;
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

/** Skips signatures of other versions and malformed ones. */
function decodeSignature(text: string): Uint8Array<ArrayBuffer>[] {
  const [version, value] = text.split(',', 2);
  const bytes = version === 'v1' && value !== undefined ? decodeBase64(value) : undefined;
  return bytes ? [bytes] : [];
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** @throws TypeError when the secret is malformed: the caller's mistake, not the sender's. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  candidates: Uint8Array<ArrayBuffer>[],
  secret: string,
): Promise<boolean> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('a secret starts with whsec_ and goes on in base64');
  const { subtle } = await webCrypto();
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const candidate of candidates) {
    // Compares in constant time (Web Cryptography API, HMAC: Verify).
    if (await subtle.verify('HMAC', key, candidate, signed)) return true;
  }
  return false;
}
