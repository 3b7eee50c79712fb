import { randomInt } from 'node:crypto';
import type { Session } from './session.model.js';

export type TokenKind = 'invite' | 'host' | 'participant';

/** A token as it is stored: a keyed hash instead of its text. */
export interface SessionToken {
  hash: string;
  sessionId: string;
  kind: TokenKind;
  /** The participant's, of a participant token. */
  participantId: string | null;
  /** The sign-in by which a host got a participant token. */
  signInId: string | null;
  /** By which callers name an invite; null of other kinds. */
  inviteId: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** When it was taken back: an invite is void from then on, a participant token good for uploads alone. */
  revokedAt: Date | null;
}

/** An invite, or with no `inviteId` a host token. It expires with the session. */
export function newToken(
  { id: sessionId, expiresAt }: Session,
  { hash, inviteId }: Pick<SessionToken, 'hash' | 'inviteId'>,
  now: Date,
): SessionToken {
  const kind = inviteId === null ? 'host' : 'invite';
  const owner = { participantId: null, signInId: null, inviteId };
  return { hash, sessionId, kind, ...owner, createdAt: now, expiresAt, revokedAt: null };
}

/** The link that guests open. */
export function joinUrl(publicUrl: string, { roomCode }: Session, text: string): string {
  return `${publicUrl}/join/${roomCode}?t=${text}`;
}

/** Days after the end in which a participant may still upload. */
const UPLOAD_DAYS = 14;
const DAY_MS = 86_400_000;

/** Without vowels and look-alikes: nothing to misread, and no words. */
const CODE_ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const CODE_GROUPS = 3;
const CODE_GROUP_CHARS = 3;

/** When uploads stop that belong to a session which ended, or will have ended, at `end`. */
export function uploadsUntil(end: Date): Date {
  return new Date(end.getTime() + UPLOAD_DAYS * DAY_MS);
}

/** A participant's token lives for some days after the end, so that what they recorded still arrives. */
export function isAlive(
  kind: TokenKind,
  { expiresAt, endedAt }: { expiresAt: Date; endedAt: Date | null },
  now: Date,
): boolean {
  const afterEnd = kind === 'participant' && endedAt !== null ? uploadsUntil(endedAt) : expiresAt;
  return expiresAt > now && afterEnd > now;
}

/** A short handle that people type, such as `kfw-3nq-x7d`. It lets nobody in by itself. */
export function newRoomCode(): string {
  const group = (): string =>
    Array.from({ length: CODE_GROUP_CHARS }, () =>
      CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)),
    ).join('');
  return Array.from({ length: CODE_GROUPS }, group).join('-');
}
