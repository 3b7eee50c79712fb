import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits as base64url, which cookies and URLs carry as it is. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Lower-case hex. The SHA-256 of a key or token crosses the bus instead of its text. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * What is stored of a key or token: HMAC-SHA-256 over its SHA-256, lower-case hex. 256 random bits need no slow hash; the
 * secret makes a stolen table useless.
 */
export function keyedHash(secret: string, sha256: string): string {
  return createHmac('sha256', secret).update(sha256).digest('hex');
}

/** Compares two hashes (hex) in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}
