import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { metricData, type Collected } from './otlp-metrics.js';

const of = async (registry: Registry): Promise<Collected> =>
  (await registry.getMetricsAsJSON())[0] as unknown as Collected;

it('a histogram counts each value in one bucket, with one more for what is above all of them, and keeps series apart', async () => {
  const registry = new Registry();
  const labelNames = ['route'];
  const histogram = new Histogram({
    name: 'took_seconds',
    help: 'Took',
    labelNames,
    buckets: [0.1, 1],
    registers: [registry],
  });
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe({ route: 'a' }, value);
  histogram.observe({ route: 'b' }, 0.5);
  const [data] = metricData(await of(registry), 1_000);
  expect(data?.descriptor.name).toBe('took_seconds');
  expect(data?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
    [{ route: 'a' }, { buckets: { boundaries: [0.1, 1], counts: [2, 1, 1] }, sum: 7.65, count: 4 }],
    [{ route: 'b' }, { buckets: { boundaries: [0.1, 1], counts: [0, 1, 0] }, sum: 0.5, count: 1 }],
  ]);
});
