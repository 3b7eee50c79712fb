import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SENT, startTraced } from './fixtures/traced-service.js';

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string; spanId: string; parentSpanId?: string }[] }[];
  }[];
}

interface Point {
  asDouble?: number;
  asInt?: number;
  count?: number;
  attributes: { key: string; value: { stringValue?: string } }[];
}
interface ExportedMetrics {
  resourceMetrics: {
    resource: Exported['resourceSpans'][number]['resource'];
    scopeMetrics: {
      metrics: { name: string; sum?: { dataPoints: Point[] }; histogram?: { dataPoints: Point[] } }[];
    }[];
  }[];
}

/** A collector that keeps what it is sent. */
class Collector {
  readonly received: Exported[] = [];
  readonly metrics: ExportedMetrics[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url === '/v1/traces')
          collector.received.push(JSON.parse(Buffer.concat(chunks).toString()) as Exported);
        if (request.url === '/v1/metrics')
          collector.metrics.push(JSON.parse(Buffer.concat(chunks).toString()) as ExportedMetrics);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

const valueOf = ({ attributes }: Exported['resourceSpans'][number]['resource'], name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

const TRACE = '0af7651916cd43dd8448eb211c80319c';
let collector: Collector;
beforeAll(async () => {
  collector = await Collector.start();
});
afterAll(async () => {
  await collector.stop();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  delete process.env['OTEL_EXPORTER_OTLP_PROTOCOL'];
});

it("a request continues its caller's trace, with or without a body, under the route's template, and sends it on", async () => {
  const service = await startTraced(collector.url);
  const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'content-type': 'application/json' };
  await fetch(`${service.url}/traced?k=secret`, { headers });
  await fetch(`${service.url}/traced`, { method: 'POST', headers, body: '{}' });
  await service.close();
  const spans = collector.received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) => {
      expect(valueOf(resource, 'service.name')).toBe('capture-traced');
      return scopeSpans.flatMap((scope) => scope.spans);
    }),
  );
  const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId;
  expect(spans.map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId])).toEqual([
    ['read something', TRACE, idOf('GET /traced')],
    ['GET /traced', TRACE, 'b7ad6b7169203331'],
    ['write something', TRACE, idOf('POST /traced')],
    ['POST /traced', TRACE, 'b7ad6b7169203331'],
  ]);
  expect(SENT).toEqual([{ traceparent: `00-${TRACE}-${idOf('read something')}-01` }]);
  expect(JSON.stringify(collector.received)).not.toContain('secret');
});

it('what Prometheus scrapes reaches the collector as well, under the same names, also what came just before the end', async () => {
  const service = await startTraced(collector.url);
  for (let call = 0; call < 3; call += 1) await fetch(`${service.url}/traced`);
  const scraped = await (await fetch(`${service.url}/metrics`)).text();
  await service.close();
  const exported = collector.metrics.flatMap(({ resourceMetrics }) => resourceMetrics);
  expect(exported.map(({ resource }) => valueOf(resource, 'service.name'))).toContain('capture-traced');
  expect(exported.every(({ resource }) => valueOf(resource, 'service.instance.id') !== undefined)).toBe(true);
  const last = exported.at(-1)?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [];
  const named = (name: string) => last.find((metric) => metric.name === name);
  expect(
    named('capture_http_requests_total')?.sum?.dataPoints.map((point) => point.asDouble ?? point.asInt),
  ).toEqual([3]);
  expect(
    named('capture_http_request_duration_seconds')?.histogram?.dataPoints.map(({ count }) => count),
  ).toEqual([3]);
  const names = [...scraped.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram)$/gm)].map(([, name]) => name);
  const valued = names.filter((name) => new RegExp(`^${name}(_count)?[{ ]`, 'm').test(scraped));
  expect(valued.length).toBeGreaterThan(20);
  expect(last.map(({ name }) => name).sort()).toEqual(valued.sort());
});
