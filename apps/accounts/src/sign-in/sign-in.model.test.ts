import { expect, it } from 'vitest';
import {
  codeFailureSubjects,
  failureSubjects,
  isLive,
  isStale,
  newSignIn,
  retryAfterSec,
  type Failures,
} from './sign-in.model.js';

const HOUR = 3_600_000;
const at = new Date('2026-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(at.getTime() + ms);
const signIn = newSignIn(
  'id',
  { organizationId: 'org_1', memberId: 'mem_1' },
  { browser: null, issuer: null },
  at,
);

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
  const failures = (count: number): Failures => ({ count, oldestAt: at, newestAt: at });
  expect(retryAfterSec(undefined, 10, at)).toBeUndefined();
  expect(retryAfterSec(failures(9), 10, at)).toBeUndefined();
  expect(retryAfterSec(failures(10), 10, after(60_000))).toBe(840);
  expect(retryAfterSec(failures(10), 10, after(15 * 60_000 - 1))).toBe(1);
});

it('over all networks, failures of one person delay the next try ever longer, up to a minute', () => {
  const delay = (count: number): number | undefined =>
    retryAfterSec({ count, oldestAt: at, newestAt: after(1_000) }, undefined, after(1_000));
  expect([0, 29, 30, 31, 33, 36, 5_000].map(delay)).toEqual([undefined, undefined, 1, 2, 8, 60, 60]);
});

it('few failures of one person delay nothing, also when a later try was stored first', () => {
  expect(retryAfterSec({ count: 9, oldestAt: at, newestAt: after(50) }, undefined, at)).toBeUndefined();
});

it('codes are limited over all networks together as well, but for known browsers', () => {
  const limits = (device: string | undefined) =>
    codeFailureSubjects('ada@acme.example', '203.0.113.7', device).map(({ limit }) => limit);
  expect(limits(undefined)).toEqual([10, undefined, 100, 10]);
  expect(limits('device')).toEqual([10]);
});

it('a known browser is counted apart from everybody else', () => {
  const known = failureSubjects('ada@acme.example', '203.0.113.7', 'device');
  const other = failureSubjects('ada@acme.example', '203.0.113.7', undefined);
  expect(known).toHaveLength(1);
  expect(other.map(({ subject }) => subject)).not.toContain(known[0]?.subject);
});
