import { expect, it } from 'vitest';
import { isLive, isStale, newSignIn, retryAfterSec } from './sign-in.model.js';

const HOUR = 3_600_000;
const at = new Date('2026-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(at.getTime() + ms);
const signIn = newSignIn('id', { organizationId: 'org_1', memberId: 'mem_1' }, at);

it('a sign-in ends 12 hours after the last call', () => {
  expect(isLive(signIn, after(12 * HOUR - 1))).toBe(true);
  expect(isLive(signIn, after(12 * HOUR))).toBe(false);
});

it('a sign-in ends 7 days after it began, however busy', () => {
  const seen = { ...signIn, seenAt: after(7 * 24 * HOUR - 1) };
  expect(isLive(seen, after(7 * 24 * HOUR - 1))).toBe(true);
  expect(isLive(seen, after(7 * 24 * HOUR))).toBe(false);
});

it('the time of the last call is written at most once a minute', () => {
  expect(isStale(signIn, after(59_999))).toBe(false);
  expect(isStale(signIn, after(60_000))).toBe(true);
});

it('the next try is taken once the oldest of too many failures has left the window', () => {
  expect(retryAfterSec(undefined, 10, at)).toBeUndefined();
  expect(retryAfterSec({ count: 9, oldestAt: at }, 10, at)).toBeUndefined();
  expect(retryAfterSec({ count: 10, oldestAt: at }, 10, after(60_000))).toBe(840);
  expect(retryAfterSec({ count: 10, oldestAt: at }, 10, after(15 * 60_000 - 1))).toBe(1);
});
