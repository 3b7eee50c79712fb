import { metrics as api } from '@opentelemetry/api';
import * as metrics from '@opentelemetry/sdk-metrics';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { answer, Receiver } from './receiver.js';
import { closedEvent, WebhooksUnderTest } from './service.js';

describe('metrics', () => {
  const exporter = new metrics.InMemoryMetricExporter(metrics.AggregationTemporality.CUMULATIVE);
  const reader = new metrics.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 60_000 });
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    api.setGlobalMeterProvider(new metrics.MeterProvider({ readers: [reader] }));
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(async () => {
    await reader.shutdown();
    await under.stop();
    api.disable();
  });

  /** Points of a metric as they are now: attributes and value. */
  async function points(name: string): Promise<{ attributes: object; value: unknown }[]> {
    exporter.reset();
    await reader.forceFlush();
    const all = exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return all
      .filter(({ descriptor }) => descriptor.name === name)
      .flatMap(({ dataPoints }) => dataPoints.map(({ attributes, value }) => ({ attributes, value })));
  }

  it('count attempts by outcome, time receipts, and show the backlog and the disabled endpoints', async () => {
    const receiver = await Receiver.start((request, response, index) =>
      answer(index === 0 ? 500 : 200)(request, response, index),
    );
    const organization = under.organization();
    const { id } = await organization.endpoint(receiver.url);
    await under.hears(closedEvent(organization.id));
    await organization.settled(id, 1);
    await under.hears(closedEvent(organization.id));
    await organization.settled(id, 1, 'succeeded');
    const attempts = await until('both attempts', async () => {
      const found = await points('capture.webhooks.attempts');
      return found.length === 2 ? found : undefined;
    });
    expect(attempts).toContainEqual({ attributes: { outcome: 'status' }, value: 1 });
    expect(attempts).toContainEqual({ attributes: { outcome: 'succeeded' }, value: 1 });
    expect((await points('capture.webhooks.receipt.latency'))[0]?.value).toMatchObject({ count: 1 });
    expect((await points('capture.webhooks.backlog.age'))[0]?.value).toBe(0);
    await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'disabled' });
    expect((await points('capture.webhooks.endpoints.disabled'))[0]?.value).toBe(1);
    await receiver.stop();
  });
});
