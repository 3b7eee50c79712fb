import type { Resource } from '@opentelemetry/resources';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { FastifyInstance } from 'fastify';
import pTimeout from 'p-timeout';
import type { ServiceConfig } from '../config/config.js';
import { READ_LIMIT_MS, type Metrics } from './metrics.js';
import { traceRequests } from './request-spans.js';

/** A collector that does not answer may hold up the end of a process for so long: the grace period is for requests. */
const SHUTDOWN_MS = 2_000;
const EXPORT_TIMEOUT_MS = 1_000;

export interface Telemetry {
  /** Gives every request a span. Costs nothing where no endpoint is configured. */
  traceRequests(server: FastifyInstance): void;
  /** Sends these metrics to the collector from now on, besides answering scrapes. */
  exportMetrics(metrics: Metrics): Promise<void>;
  /** Sends what is left, within two seconds. */
  stop(): Promise<void>;
}

const OFF: Telemetry = {
  traceRequests: () => undefined,
  exportMetrics: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Spans and metrics of a process are about the same thing: one identity, which tells the pods of a service apart. */
async function resourceOf(service: string): Promise<Resource> {
  const { defaultResource, detectResources, resourceFromAttributes, ...detectors } =
    await import('@opentelemetry/resources');
  const { envDetector, hostDetector, processDetector, serviceInstanceIdDetector } = detectors;
  const found = detectResources({
    detectors: [serviceInstanceIdDetector, processDetector, hostDetector, envDetector],
  });
  const named = resourceFromAttributes({ 'service.name': `capture-${service}` });
  return defaultResource().merge(found).merge(named);
}

/** The protocol as OpenTelemetry's own variables name it; URL, headers and certificates are read by the exporter. */
async function metricExporter(): Promise<PushMetricExporter> {
  const { OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: own, OTEL_EXPORTER_OTLP_PROTOCOL: common } = process.env;
  const options = { timeoutMillis: EXPORT_TIMEOUT_MS };
  switch (own ?? common) {
    case 'grpc':
      return new (await import('@opentelemetry/exporter-metrics-otlp-grpc')).OTLPMetricExporter(options);
    case 'http/json':
      return new (await import('@opentelemetry/exporter-metrics-otlp-http')).OTLPMetricExporter(options);
    default:
      return new (await import('@opentelemetry/exporter-metrics-otlp-proto')).OTLPMetricExporter(options);
  }
}

async function startMetrics(
  resource: Resource,
  metrics: Metrics,
  interval: number,
): Promise<() => Promise<void>> {
  const { MeterProvider, PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics');
  const { PrometheusProducer } = await import('./otlp-metrics.js');
  const reader = new PeriodicExportingMetricReader({
    exporter: await metricExporter(),
    exportIntervalMillis: interval,
    exportTimeoutMillis: Math.min(READ_LIMIT_MS + EXPORT_TIMEOUT_MS, interval),
    metricProducers: [new PrometheusProducer(() => metrics.collected())],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown();
}

/**
 * Sends spans and metrics to an OTLP endpoint where one is configured; otherwise the API's no-op tracer costs nothing.
 * The SDK is loaded only then, because it is by far the largest dependency of a process.
 */
export async function startTelemetry(
  { name, publicPort = false }: { name: string; publicPort?: boolean | undefined },
  config: ServiceConfig,
): Promise<Telemetry> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return OFF;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const resource = await resourceOf(name);
  const { samplerOf } = await import('./sampling.js');
  const sdk = new NodeSDK({
    resource,
    sampler: samplerOf(Number(config.CAPTURE_TRACE_RATIO), publicPort),
    autoDetectResources: false,
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  const stops = [() => sdk.shutdown()];
  return {
    traceRequests,
    async exportMetrics(metrics) {
      if (process.env['OTEL_METRICS_EXPORTER'] === 'none') return;
      stops.push(await startMetrics(resource, metrics, config.OTEL_METRIC_EXPORT_INTERVAL));
    },
    async stop() {
      const stopped = Promise.allSettled(stops.map((stop) => stop()));
      // What a dead collector does not take is lost, and no reason for a process to end in failure.
      await pTimeout(stopped, { milliseconds: SHUTDOWN_MS, fallback: () => [] });
    },
  };
}
