import { sha256Hex } from '@capture/contracts';
import { keyedHash } from '@capture/platform';
import { describe, expect, it } from 'vitest';
import { changedKey, endOf, hintOf, isUsable, requireActive, statusOf } from './key.model.js';
import type { ApiKey } from './key.model.js';

const at = (sec: number): Date => new Date(1_800_000_000_000 + sec * 1000);
const key: ApiKey = {
  id: 'key_1',
  organizationId: 'org_1',
  name: 'Backend',
  mode: 'live',
  scopes: ['usage:read'],
  ownerMemberId: 'mem_1',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: at(0),
};

describe('the stored form of a key', () => {
  it('is the SHA-256 of its text under HMAC-SHA-256 with the pepper', () => {
    const sha256 = sha256Hex('cap_live_x');
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const stored = '30bc722ed7ca32cace5dd3abbd8db00f7f969e61b7d3bb2bbdad69fbaa95c955';
    expect(keyedHash('pepper', sha256)).toBe(stored);
    expect(keyedHash('other pepper', sha256)).not.toBe(stored);
  });

  it('shows four characters of the secret and no more', () => {
    expect(hintOf('cap_live_ABCDEFGH')).toBe('cap_live_ABCD');
  });
});

describe('when a key stops', () => {
  it.each([
    [null, null, null],
    [5, null, 5],
    [null, 3, 3],
    [5, 3, 3],
    [3, 5, 3],
  ])('key expiry %s and end of the text %s make %s', (expiry, end, expected) => {
    const date = (sec: number | null): Date | null => (sec === null ? null : at(sec));
    expect(endOf({ expiresAt: date(expiry) }, { endsAt: date(end) })).toEqual(date(expected));
  });

  it('it is refused at its very instant, not after it', () => {
    const expiring = { ...key, expiresAt: at(10) };
    expect(isUsable(expiring, { endsAt: null }, at(9.999))).toBe(true);
    expect(isUsable(expiring, { endsAt: null }, at(10))).toBe(false);
    expect([statusOf(expiring, at(9.999)), statusOf(expiring, at(10))]).toEqual(['active', 'expired']);
  });

  it('revoked comes before expired, and is for good', () => {
    const revoked = { ...key, expiresAt: at(10), revokedAt: at(5) };
    expect(isUsable(revoked, { endsAt: null }, at(6))).toBe(false);
    expect(statusOf(revoked, at(20))).toBe('revoked');
    expect(() => changedKey(revoked, { name: 'Again' })).toThrow('conflict');
    expect(() => requireActive(revoked, at(6))).toThrow('revoked');
  });
});

describe('changing a key', () => {
  it('keeps what is left out, clears an expiry with null, and drops repeated scopes', () => {
    const expiring = { ...key, expiresAt: at(10) };
    expect(changedKey(expiring, {})).toEqual(expiring);
    expect(changedKey(expiring, { expiresAt: null }).expiresAt).toBeNull();
    const scopes = ['usage:read', 'usage:read', 'sessions:read'] as const;
    expect(changedKey(key, { scopes: [...scopes] }).scopes).toEqual(['usage:read', 'sessions:read']);
  });
});
