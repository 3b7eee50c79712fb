import { createHmac, randomBytes, randomInt } from 'node:crypto';

export type TokenKind = 'invite' | 'host' | 'participant';

/** A token as it is stored: without its text. */
export interface SessionToken {
  hash: string;
  sessionId: string;
  kind: TokenKind;
  /** Whose it is, of a participant token. */
  participantId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Without vowels and look-alikes: nothing to misread, and no words. */
const CODE_ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const CODE_GROUPS = 3;
const CODE_GROUP_CHARS = 3;

/** 256 random bits, base64url. */
export function newTokenText(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token; with 256 random bits a keyed hash needs no slowness. */
export function tokenHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** A short handle that people type, such as `kfw-3nq-x7d`. It lets nobody in by itself. */
export function newRoomCode(): string {
  const group = (): string =>
    Array.from({ length: CODE_GROUP_CHARS }, () =>
      CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)),
    ).join('');
  return Array.from({ length: CODE_GROUPS }, group).join('-');
}
