import { AppError, createEvent, newId, Ping } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import type { ConsumeOptions, Delivery } from './bus.js';
import { backoff, deliver } from './delivery.js';

const event = createEvent(Ping, newId('organization'), { webhookEndpointId: newId('webhookEndpoint') });
const at = (attempt: number): Delivery => ({ event, headers: {}, attempt });

function options(handler: ConsumeOptions['handler'], recorded: unknown[] = []): ConsumeOptions {
  return {
    durable: 'tests',
    pattern: '>',
    handler,
    maxDeliver: 3,
    backoffMs: [10, 20],
    ackWaitMs: 1_000,
    concurrency: 1,
    onLastFailure: (_delivery, error) => Promise.resolve(void recorded.push(error)),
  };
}

const failing = (error: Error) => () => Promise.reject(error);
const outage = new AppError('service_unavailable', 'down');

describe('backoff', () => {
  it('follows the list and repeats its last entry', () => {
    expect([1, 2, 3, 9].map((attempt) => backoff({ backoffMs: [10, 20] }, attempt))).toEqual([
      10, 20, 20, 20,
    ]);
  });
});

describe('deliver', () => {
  it('is done with an event whose handler resolves', async () => {
    expect(
      await deliver(
        options(() => Promise.resolve()),
        at(1),
      ),
    ).toEqual({ kind: 'done' });
  });

  it('retries a failure before the last delivery', async () => {
    const error = new Error('no');
    expect(await deliver(options(failing(error)), at(2))).toEqual({ kind: 'retry', delayMs: 20, error });
  });

  it('records the failure of the last delivery and gives up', async () => {
    const recorded: unknown[] = [];
    const error = new Error('no');
    expect(await deliver(options(failing(error), recorded), at(3))).toEqual({ kind: 'dead', error });
    expect(recorded).toEqual([error]);
  });

  it('keeps the event when the failure cannot be recorded', async () => {
    const unrecorded = {
      ...options(failing(new Error('no'))),
      onLastFailure: failing(new Error('no database')),
    };
    expect(await deliver(unrecorded, at(3))).toMatchObject({ kind: 'retry', delayMs: 20 });
  });

  it('does not count an outage of what the handler needs as poison, within reason', async () => {
    const recorded: unknown[] = [];
    expect(await deliver(options(failing(outage), recorded), at(29))).toMatchObject({ kind: 'retry' });
    expect(await deliver(options(failing(outage), recorded), at(30))).toMatchObject({ kind: 'dead' });
    expect(recorded).toEqual([outage]);
  });

  it('asks again soon while an outage is young, rarely when it lasts', async () => {
    const patient = { ...options(failing(outage)), maxDeliver: 10, backoffMs: [1_000, 300_000] };
    const delays = await Promise.all([1, 12, 13].map((attempt) => deliver(patient, at(attempt))));
    expect(delays).toMatchObject([{ delayMs: 1_000 }, { delayMs: 5_000 }, { delayMs: 60_000 }]);
  });

  it('gives up without running an event that never lived to fail', async () => {
    const recorded: unknown[] = [];
    let ran = false;
    const killer = (): Promise<void> => Promise.resolve(void (ran = true));
    expect(await deliver(options(killer, recorded), at(31))).toMatchObject({ kind: 'dead' });
    expect(ran).toBe(false);
    expect(recorded).toHaveLength(1);
  });
});
