// The metrics that Prometheus scrapes, as OpenTelemetry has them: one account, told in two ways.
import type { HrTime } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { emptyResource } from '@opentelemetry/resources';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client';

/** What is collected from a registry of prom-client. */
export type Collected = MetricObjectWithValues<MetricValue<string>>;

const hrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)];
/** Every account begins with the process. */
const BEGUN = hrTime(Date.now() - process.uptime() * 1000);

type Labels = Record<string, string | number>;
type Timed = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

/** prom-client counts a value in each bucket that it fits into, OpenTelemetry in the smallest alone. */
function histograms(values: readonly MetricValue<string>[], times: Timed): DataPoint<Histogram>[] {
  const series = new Map<
    string,
    { attributes: Labels; buckets: [number, number][]; sum: number; count: number }
  >();
  for (const { labels, value, metricName = '' } of values as readonly MetricValueWithName<string>[]) {
    const { le, ...attributes } = labels as Labels;
    const key = JSON.stringify(attributes, Object.keys(attributes).sort());
    const one = series.get(key) ?? { attributes, buckets: [], sum: 0, count: 0 };
    series.set(key, one);
    if (le !== undefined) one.buckets.push([le === '+Inf' ? Infinity : Number(le), value]);
    else if (metricName.endsWith('_sum')) one.sum = value;
    else one.count = value;
  }
  return [...series.values()].map(({ attributes, buckets, sum, count }) => {
    const sorted = buckets.sort(([one], [other]) => one - other);
    const counts = sorted.map(([, upTo], index) => upTo - (sorted[index - 1]?.[1] ?? 0));
    const boundaries = sorted.map(([le]) => le).filter(Number.isFinite);
    return { ...times, attributes, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

/** A metric in the form of OpenTelemetry, under the name by which Prometheus knows it. */
export function metricData({ name, help, type, values }: Collected, now: number): MetricData[] {
  const times = { startTime: BEGUN, endTime: hrTime(now) };
  const common = {
    descriptor: { name, description: help, unit: '', valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = (): DataPoint<number>[] =>
    values.map(({ labels, value }) => ({ ...times, attributes: labels as Labels, value }));
  // As it stands in the collected objects: a text, and not the number of prom-client's typings.
  switch (String(type)) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }];
    default:
      return [];
  }
}

/** Hands over what `collect` gives. Metrics without a value are left out, as Prometheus gets no sample of them either. */
export class PrometheusProducer implements MetricProducer {
  constructor(private readonly collected: () => Promise<readonly Collected[]>) {}

  async collect(): Promise<CollectionResult> {
    const now = Date.now();
    const metrics = (await this.collected())
      .filter(({ values }) => values.length > 0)
      .flatMap((metric) => metricData(metric, now));
    const scopeMetrics = [{ scope: { name: 'capture' }, metrics }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }
}
