import { describe, expect, it } from 'vitest';
import { HeartbeatSeries } from './heartbeat-series.model.js';

const MOST_BETWEEN_MS = 20_000;

function at(sec: number): Date {
  return new Date(Date.UTC(2026, 10, 27) + sec * 1000);
}

/** Notes a heartbeat at each of these seconds. */
function series(...seconds: number[]): HeartbeatSeries {
  const noted = new HeartbeatSeries(MOST_BETWEEN_MS);
  for (const sec of seconds) noted.noted(at(sec), sec * 1000);
  return noted;
}

describe('a series of heartbeats', () => {
  it('lasts from its first one on', () => {
    expect(series().lastedMs(at(40))).toBe(0);
    expect(series(10, 20, 30, 40).lastedMs(at(40))).toBe(30_000);
  });

  it('begins anew after a failure', () => {
    const failing = series(0, 10, 20);
    failing.failed();
    expect(failing.lastedMs(at(30))).toBe(0);
    failing.noted(at(40), 40_000);
    expect(failing.lastedMs(at(50))).toBe(10_000);
  });

  it('begins anew after a pause that was too long, though nothing failed', () => {
    expect(series(0, 10, 30).lastedMs(at(30))).toBe(30_000);
    expect(series(0, 10, 31).lastedMs(at(31))).toBe(0);
  });
});
