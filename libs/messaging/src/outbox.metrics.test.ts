import type { BatchObservableCallback, Meter, Observable } from '@opentelemetry/api';
import { metrics } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { OutboxMetrics } from './outbox.metrics.js';

interface Gauge extends Observable {
  name: string;
}

/** A meter that keeps what is registered with it, in the place of an SDK. */
function meter() {
  const callbacks = new Set<BatchObservableCallback>();
  const fake = {
    createObservableGauge: (name: string): Gauge => ({
      name,
      addCallback: () => undefined,
      removeCallback: () => undefined,
    }),
    addBatchObservableCallback: (callback: BatchObservableCallback) => void callbacks.add(callback),
    removeBatchObservableCallback: (callback: BatchObservableCallback) => void callbacks.delete(callback),
  };
  metrics.setGlobalMeterProvider({ getMeter: () => fake as unknown as Meter });
  const collect = async (): Promise<Record<string, number>> => {
    const seen: Record<string, number> = {};
    const observe = (gauge: Observable, value: number): void => void (seen[(gauge as Gauge).name] = value);
    for (const callback of callbacks) await callback({ observe });
    return seen;
  };
  return { collect };
}

const rows = (backlog: () => Promise<object>) => ({ backlog }) as never;
const letters = { count: () => Promise.resolve(2) } as never;

describe('OutboxMetrics', () => {
  afterEach(() => metrics.disable());

  it('tells backlog, its age and dead letters while the service runs', async () => {
    const { collect } = meter();
    const observed = new OutboxMetrics(
      rows(() => Promise.resolve({ pending: 3, oldestAgeSec: 7 })),
      letters,
      'tests',
    );
    observed.onApplicationBootstrap();
    expect(await collect()).toEqual({
      'capture.outbox.pending': 3,
      'capture.outbox.oldest_age': 7,
      'capture.outbox.dead_letters': 2,
    });
    observed.beforeApplicationShutdown();
    expect(await collect()).toEqual({});
  });

  it('tells nothing, instead of zeros, while the database is away', async () => {
    const { collect } = meter();
    new OutboxMetrics(
      rows(() => Promise.reject(new Error('away'))),
      letters,
      'tests',
    ).onApplicationBootstrap();
    expect(await collect()).toEqual({});
  });
});
