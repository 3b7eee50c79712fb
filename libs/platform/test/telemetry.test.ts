import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inSpan, OpenAccess, ServiceConfig, SpanKind, startService, traceHeaders } from '../src/index.js';
import { PRINCIPAL_ENV } from './fixtures/principal-keys.js';

const SENT: Record<string, string>[] = [];

@OpenAccess()
@Controller('traced')
class TracedController {
  @Get()
  read(): Promise<object> {
    return inSpan('read something', { kind: SpanKind.SERVER }, () => {
      SENT.push(traceHeaders());
      return Promise.resolve({});
    });
  }
}

@Module({ controllers: [TracedController] })
class TracedModule {}

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string; spanId: string }[] }[];
  }[];
}

/** A collector that keeps what it is sent. */
class Collector {
  readonly received: Exported[] = [];

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

let collector: Collector;
beforeAll(async () => {
  collector = await Collector.start();
});
afterAll(async () => {
  await collector.stop();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  delete process.env['OTEL_EXPORTER_OTLP_PROTOCOL'];
});

it('a service with an OTLP endpoint brings its spans there under its name, the last ones when it stops, and sends the trace on', async () => {
  // The SDK reads its own settings from the environment of the process.
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  process.env['OTEL_EXPORTER_OTLP_PROTOCOL'] = 'http/json';
  const env = {
    ...PRINCIPAL_ENV,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    CAPTURE_HTTP_PORT: '0',
    LOG_LEVEL: 'silent',
  };
  const service = await startService(
    { name: 'traced', config: ServiceConfig, module: TracedModule },
    { env },
  );
  expect((await fetch(`${service.url}/traced`)).status).toBe(200);
  await service.close();
  const spans = collector.received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map((span) => ({
          ...span,
          service: resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
        })),
      ),
    ),
  );
  const mine = spans.filter(({ name }) => name === 'read something');
  expect(mine.map((span) => span.service)).toEqual(['capture-traced']);
  expect(SENT).toEqual([{ traceparent: `00-${mine[0]?.traceId}-${mine[0]?.spanId}-01` }]);
});
