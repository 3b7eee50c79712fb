import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits as base64url, which cookies and URLs carry without escaping. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * HMAC-SHA-256. As the stored form of a token: 256 random bits need no slow hash, and the secret makes a stolen table
 * useless.
 */
export function keyedHash(secret: string, text: string, encoding: 'hex' | 'base64url' = 'hex'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

function bytesOf(value: string | Buffer): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : value;
}

/** Compares in constant time, so that a secret cannot be guessed byte by byte. Text counts as UTF-8. */
export function sameBytes(left: string | Buffer, right: string | Buffer): boolean {
  const [a, b] = [bytesOf(left), bytesOf(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
