import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '../outbound/attempt.model.js';
import {
  afterOutcome,
  FRESH_HEALTH,
  tierOf,
  sameHealth,
  withStatus,
  type EndpointHealth,
} from './endpoint.model.js';

const start = new Date('2026-01-01T00:00:00.000Z');
const hours = (count: number): Date => new Date(start.getTime() + count * 3_600_000);
const result = (changes: Partial<AttemptResult> = {}): AttemptResult => ({
  status: 200,
  error: null,
  latencyMs: 10,
  responseBody: '',
  retryAfter: null,
  ...changes,
});
const failure = result({ status: 500 });

describe('delivery tiers', () => {
  it('three prompt answers in a row prove an endpoint, whatever they say', () => {
    let health = FRESH_HEALTH;
    for (const [given, tier] of [
      [result(), 'slow'],
      [failure, 'slow'],
      [result({ status: 404 }), 'fast'],
    ] as const) {
      health = afterOutcome(health, given, start).health;
      expect(tierOf(health.promptStreak)).toBe(tier);
    }
  });

  it.each([
    ['a timeout', result({ status: null, error: 'timeout', latencyMs: 15_000 })],
    ['an answer after more than three seconds', result({ latencyMs: 3001 })],
  ])('%s sends a proven endpoint back to the slow tier', (_what, given) => {
    const { health } = afterOutcome({ ...FRESH_HEALTH, promptStreak: 3 }, given, start);
    expect(tierOf(health.promptStreak)).toBe('slow');
  });

  it('a refused connection neither proves nor disproves', () => {
    const refused = result({ status: null, error: 'connection' });
    expect(afterOutcome({ ...FRESH_HEALTH, promptStreak: 2 }, refused, start).health.promptStreak).toBe(2);
  });
});

describe('failing for long', () => {
  it('warns once after a day and disables after five days', () => {
    let health: EndpointHealth = FRESH_HEALTH;
    const notices = [0, 23.9, 24, 25, 119.9, 120].map((hour) => {
      const change = afterOutcome(health, failure, hours(hour));
      health = change.health;
      return change.notice;
    });
    expect(notices).toEqual([null, null, 'failing_warning', null, null, 'failing']);
    expect(health).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  });

  it('any success starts the count anew', () => {
    const failing = { ...FRESH_HEALTH, failingSince: start, warnedAt: hours(24) };
    const { health } = afterOutcome(failing, result(), hours(119));
    expect(health).toMatchObject({ failingSince: null, warnedAt: null });
    expect(afterOutcome(health, failure, hours(121)).notice).toBeNull();
  });

  it('410 disables at once', () => {
    const { health, notice } = afterOutcome(FRESH_HEALTH, result({ status: 410 }), start);
    expect([health.status, health.disabledReason, notice]).toEqual(['disabled', 'gone', 'gone']);
  });

  it('an attempt that ends after the endpoint was disabled tells nobody a second time', () => {
    const disabled = withStatus(FRESH_HEALTH, 'disabled');
    expect(afterOutcome(disabled, result({ status: 410 }), start)).toMatchObject({
      health: { disabledReason: 'manual' },
      notice: null,
    });
  });
});

describe('setting the status', () => {
  it('disabling says that it was by hand, and keeps an earlier reason', () => {
    expect(withStatus(FRESH_HEALTH, 'disabled').disabledReason).toBe('manual');
    const gone = afterOutcome(FRESH_HEALTH, result({ status: 410 }), start).health;
    expect(withStatus(gone, 'disabled')).toBe(gone);
  });

  it('enabling forgets the failures, so that the first new one does not disable again', () => {
    const given = { ...withStatus(FRESH_HEALTH, 'disabled'), failingSince: start };
    expect(withStatus(given, 'enabled')).toEqual(FRESH_HEALTH);
  });

  it('the usual success changes nothing worth writing', () => {
    const healthy = { ...FRESH_HEALTH, promptStreak: 3 };
    expect(sameHealth(healthy, afterOutcome(healthy, result(), start).health)).toBe(true);
    expect(sameHealth(healthy, afterOutcome(healthy, failure, start).health)).toBe(false);
  });
});
