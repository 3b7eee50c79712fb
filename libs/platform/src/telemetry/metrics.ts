import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import pTimeout from 'p-timeout';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';
import { SERVICE_NAME } from '../config/service-name.js';

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];
/**
 * Values that take longer are left out: a scrape that waits for a database that does not answer would get nothing at all. Below
 * the time limit of Prometheus, which is 10 s.
 */
export const READ_LIMIT_MS = 5_000;
/** Left out: probes would outnumber the calls. */
export const NOT_COUNTED = ['/health', '/metrics'];

let processRegistry: Registry | undefined;

/** Memory, CPU and event loop: measured once, however many services share the process. */
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

interface Requests {
  answers: Counter<'method' | 'route' | 'status'>;
  durations: Histogram<'method' | 'route'>;
}

export interface Named {
  name: string;
  help: string;
}

/** Reads once for all that ask meanwhile, and gives nothing while that fails or takes too long. */
function readTogether<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T> | undefined;
  return async () => {
    reading ??= read().finally(() => (reading = undefined));
    return pTimeout(reading, { milliseconds: READ_LIMIT_MS }).catch(() => undefined);
  };
}

/** A service's own metrics, in the form that Prometheus reads; every sample carries the label `service`. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private requests: Requests | undefined;

  constructor(@Inject(SERVICE_NAME) private readonly service: string) {
    this.registry.setDefaultLabels({ service });
  }

  /** Media type of `text()`. */
  get contentType(): string {
    return this.registry.contentType;
  }

  /** Answers of this service, on whatever port of it. */
  get answered(): Requests {
    return (this.requests ??= {
      answers: this.counter(
        { name: 'capture_http_requests_total', help: 'Answers by route template, method and status' },
        ['method', 'route', 'status'],
      ),
      durations: this.histogram(
        { name: 'capture_http_request_duration_seconds', help: 'From a request until its answer was sent' },
        ['method', 'route'],
      ),
    });
  }

  counter<L extends string>(metric: Named, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ ...metric, labelNames, registers: [this.registry] });
  }

  /** Buckets are in seconds unless given. */
  histogram<L extends string>(metric: Named, labelNames: readonly L[] = [], buckets = SECONDS): Histogram<L> {
    return new Histogram({ ...metric, labelNames, buckets, registers: [this.registry] });
  }

  /**
   * Values that are read together when metrics are collected. While `read` rejects or hangs they are absent: a zero would
   * look healthy.
   */
  gauges<K extends string>(gauges: Record<K, Named>, read: () => Promise<Record<K, number>>): void {
    const once = readTogether(read);
    for (const key of Object.keys(gauges) as K[]) {
      const { service } = this;
      new Gauge({
        ...gauges[key],
        labelNames: ['service'],
        registers: [this.registry],
        async collect() {
          this.reset();
          const values = await once();
          if (values) this.set({ service }, values[key]);
        },
      });
    }
  }

  /** One value for each of the label's values. While `read` rejects or hangs they are absent. */
  gaugeBy(metric: Named, label: string, read: () => Promise<ReadonlyMap<string, number>>): void {
    const { service } = this;
    const once = readTogether(read);
    new Gauge({
      ...metric,
      labelNames: ['service', label],
      registers: [this.registry],
      async collect() {
        this.reset();
        const values = await once();
        for (const [name, value] of values ?? []) this.set({ service, [label]: name }, value);
      },
    });
  }

  /** The same as `text()`, as objects. */
  async collected(): Promise<MetricObjectWithValues<MetricValue<string>>[]> {
    const parts = await Promise.all([this.registry.getMetricsAsJSON(), processMetrics().getMetricsAsJSON()]);
    return parts.flat() as MetricObjectWithValues<MetricValue<string>>[];
  }

  /** Everything of this service, and of the process that it runs in. */
  async text(): Promise<string> {
    const parts = await Promise.all([this.registry.metrics(), processMetrics().metrics()]);
    return parts.filter((part) => part.trim() !== '').join('\n');
  }
}

/** Counts and times every answer by its route template, so that ids do not become labels. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  const { answers, durations } = metrics.answered;
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    if (!NOT_COUNTED.some((path) => route.startsWith(path))) {
      const { method } = request;
      answers.inc({ method, route, status: String(reply.statusCode) });
      durations.observe({ method, route }, reply.elapsedTime / 1000);
    }
    done();
  });
}
