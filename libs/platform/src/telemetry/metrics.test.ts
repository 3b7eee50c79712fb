import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Metrics } from './metrics.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('metrics whose values do not come are left out, and keep nobody from the others', async () => {
  const metrics = new Metrics('tests');
  const never = vi.fn(() => new Promise<never>(() => undefined));
  metrics.gauges({ rows: { name: 'rows', help: 'Rows' } }, never);
  metrics.gaugeBy({ name: 'waiting', help: 'Waiting' }, 'queue', never);
  metrics.counter({ name: 'answers_total', help: 'Answers' }).inc(3);
  for (const _scrape of [1, 2]) {
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(6_000);
    const lines = (await text).split('\n');
    expect(lines).toContain('answers_total{service="tests"} 3');
    expect(lines.filter((line) => /^(rows|waiting)/.test(line))).toEqual([]);
  }
  // What does not answer is not asked once more by every scrape.
  expect(never).toHaveBeenCalledTimes(2);
});
