import { createEvent, newId, Ping } from '@capture/contracts';
import { Metrics } from '@capture/platform';
import { until } from '@capture/testing';
import { expect, it } from 'vitest';
import { InProcessBus } from '../in-process/in-process.bus.js';
import { ConsumerMetrics } from './consumer.metrics.js';

async function samples(metrics: Metrics): Promise<Record<string, number>> {
  const lines = (await metrics.text())
    .split('\n')
    .filter((line) => /^capture_consumer_(backlog|deliveries_total)/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const name = /outcome="(\w+)"/.exec(line)?.[1] ?? 'backlog';
      return [name, Number(line.split(' ').at(-1))];
    }),
  );
}

it('deliveries are counted by outcome, and the backlog is there before the first of them', async () => {
  const bus = new InProcessBus();
  const metrics = new Metrics('tests');
  const measures = new ConsumerMetrics(metrics, bus);
  measures.watch('tests-ping');
  expect(await samples(metrics)).toEqual({ backlog: 0, done: 0 });
  await measures.measured('tests-ping', () => Promise.resolve());
  const failure = new Error('not today');
  await expect(measures.measured('tests-ping', () => Promise.reject(failure))).rejects.toBe(failure);
  measures.gaveUp('tests-ping');
  expect(await samples(metrics)).toEqual({ backlog: 0, done: 1, failed: 1, given_up: 1 });
});

it('an event counts as backlog until its handler has finished', async () => {
  const bus = new InProcessBus();
  const metrics = new Metrics('tests');
  new ConsumerMetrics(metrics, bus).watch('tests-ping');
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  bus.consume({
    ...{
      durable: 'tests-ping',
      pattern: 'ping',
      maxDeliver: 1,
      backoffMs: [1],
      ackWaitMs: 1_000,
      concurrency: 1,
    },
    handler: () => gate,
    onLastFailure: () => Promise.resolve(),
  });
  bus.open();
  const data = { webhookEndpointId: newId('webhookEndpoint') };
  const published = bus.publish(createEvent(Ping, newId('organization'), data));
  await until('the backlog', async () => (await samples(metrics))['backlog'] === 1);
  finish();
  await published;
  expect((await samples(metrics))['backlog']).toBe(0);
});
