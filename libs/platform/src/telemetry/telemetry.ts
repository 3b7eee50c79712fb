import type { ServiceConfig } from '../config/config.js';

/**
 * Starts tracing when an OTLP endpoint is configured; otherwise the API's no-op tracer costs nothing.
 * The SDK is loaded only then, because it is by far the largest dependency of a process.
 */
export async function startTelemetry(service: string, config: ServiceConfig): Promise<() => Promise<void>> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return () => Promise.resolve();
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({ serviceName: `capture-${service}` });
  sdk.start();
  return () => sdk.shutdown();
}
