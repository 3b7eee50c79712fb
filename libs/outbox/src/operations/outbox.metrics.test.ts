import { Metrics } from '@capture/platform';
import { describe, expect, it } from 'vitest';
import { OutboxMetrics } from './outbox.metrics.js';

/** Metric samples by name, for an outbox whose rows are counted by `backlog`. */
async function collect(backlog: () => Promise<object>): Promise<string[]> {
  const metrics = new Metrics('tests');
  const letters = { count: () => Promise.resolve(2) };
  const database = { forEveryOrganization: (_reason: string, work: () => unknown) => work() };
  new OutboxMetrics({ backlog } as never, letters as never, database as never, metrics);
  return (await metrics.text()).split('\n').filter((line) => line.startsWith('capture_outbox'));
}

describe('OutboxMetrics', () => {
  it('exports backlog, its age and dead letters of its own service', async () => {
    expect(await collect(() => Promise.resolve({ pending: 3, oldestAgeSec: 7 }))).toEqual([
      'capture_outbox_pending{service="tests"} 3',
      'capture_outbox_oldest_age_seconds{service="tests"} 7',
      'capture_outbox_dead_letters{service="tests"} 2',
    ]);
  });

  it('exports nothing, instead of zeros, while the database is unreachable', async () => {
    expect(await collect(() => Promise.reject(new Error('away')))).toEqual([]);
  });
});
