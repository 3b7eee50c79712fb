import { AppError, type Scope } from '@capture/contracts';

export type KeyMode = 'live' | 'test';

/** An API key of an organization; its text is never stored. */
export interface ApiKey {
  id: string;
  organizationId: string;
  name: string;
  mode: KeyMode;
  scopes: Scope[];
  ownerMemberId: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** One text of a key, as it is stored. */
export interface KeySecret {
  /** HMAC-SHA-256 with the pepper over the SHA-256 of the key; lower-case hex. */
  hash: string;
  hint: string;
  createdAt: Date;
  /** When a rotated-out text stops; null for the current one. */
  endsAt: Date | null;
}

/** Keys of an organization that work. What a change of their owner does for each has to stay small. */
export const MOST_KEYS = 1_000;

/** Texts of a key that are kept: the current one and those before it, each of which is listed with the key. */
export const MOST_TEXTS = 10;

const HINT_CHARS = 13;

/** The start of a key, enough to recognize it in a list and far too little to guess it. */
export function hintOf(text: string): string {
  return text.slice(0, HINT_CHARS);
}

/** The instant at which this text of the key stops: its own end or the key's, whichever comes first. */
export function endOf(key: Pick<ApiKey, 'expiresAt'>, secret: Pick<KeySecret, 'endsAt'>): Date | null {
  const ends = [key.expiresAt, secret.endsAt].filter((end) => end !== null);
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** True while a request with this text of the key is let in. */
export function isUsable(
  key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>,
  secret: Pick<KeySecret, 'endsAt'>,
  now: Date,
): boolean {
  const end = endOf(key, secret);
  return key.revokedAt === null && (end === null || end > now);
}

export type KeyStatus = 'active' | 'expired' | 'revoked';

export function statusOf(key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: Date): KeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

export type KeyChange = Partial<Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>>;

/** @throws AppError `conflict` for a revoked key: revoking is for good. */
export function changedKey<K extends ApiKey>(key: K, { name, scopes, expiresAt }: KeyChange): K {
  if (key.revokedAt !== null) throw new AppError('conflict', 'The key is revoked; create another.');
  return {
    ...key,
    name: name ?? key.name,
    scopes: scopes ? [...new Set(scopes)] : key.scopes,
    expiresAt: expiresAt === undefined ? key.expiresAt : expiresAt,
  };
}

/** @throws AppError `conflict` unless the key works. */
export function requireActive<K extends ApiKey>(key: K, now: Date): K {
  const status = statusOf(key, now);
  if (status !== 'active') throw new AppError('conflict', `The key is ${status}; create another.`);
  return key;
}

/**
 * The texts of a key that make room for another one: of those that have stopped the ones that did so first.
 * @param overlapEndsAt when every text that works now stops at the latest
 * @throws AppError `conflict` where too many go on working
 */
export function outlived<S extends Pick<KeySecret, 'endsAt'>>(
  secrets: readonly S[],
  overlapEndsAt: Date,
  now: Date,
): S[] {
  const surplus = secrets.length + 1 - MOST_TEXTS;
  if (surplus <= 0) return [];
  const end = ({ endsAt }: S): number =>
    Math.min(endsAt?.getTime() ?? overlapEndsAt.getTime(), overlapEndsAt.getTime());
  const stopped = secrets.filter((secret) => end(secret) <= now.getTime()).sort((a, b) => end(a) - end(b));
  if (stopped.length >= surplus) return stopped.slice(0, surplus);
  const detail = `A key has ${MOST_TEXTS} texts at most, and its earlier ones still work: rotate it with an overlap of 0 s, which stops them, or later.`;
  throw new AppError('conflict', detail);
}
