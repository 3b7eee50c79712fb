import { until } from '@capture/testing';
import { it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { Collector } from '../../harness/processes/collector.js';
import { MODE, Product } from '../../harness/processes/product.js';

const SERVICES = ['gateway', 'accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'];
/** All three with both modes; gRPC, which has the most code of its own, with each. */
const PROTOCOLS =
  MODE === 'standalone' ? (['grpc', 'http/protobuf'] as const) : (['grpc', 'http/json'] as const);

it.each(PROTOCOLS)(
  `metrics of every service, and spans, reach a collector by %s (${MODE})`,
  async (protocol) => {
    const collector = await Collector.start(protocol);
    const product = await Product.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      CAPTURE_TRACE_RATIO: '1',
    });
    try {
      const { baseUrl, liveKey } = product.credentials;
      await new Api(baseUrl, liveKey).get('/v1/capture-requests');
      for (const service of SERVICES)
        await until(`metrics of ${service}`, () => collector.has('metrics', `capture-${service}`));
      await until('a span', () => collector.has('traces', 'capture-'));
    } finally {
      await product.remove();
      collector.stop();
    }
  },
);
