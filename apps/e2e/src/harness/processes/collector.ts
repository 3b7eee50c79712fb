import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttp2, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** The answer of gRPC with an empty message. */
const EMPTY_MESSAGE = Buffer.alloc(5);

/** What was sent to a collector of OpenTelemetry, undecoded: its texts are bytes of UTF-8 in every protocol. */
export class Collector {
  private readonly received = new Map<'traces' | 'metrics', string[]>([
    ['traces', []],
    ['metrics', []],
  ]);

  private constructor(private readonly server: Server | Http2Server) {}

  static async start(protocol: 'grpc' | 'http/json' | 'http/protobuf'): Promise<Collector> {
    const server = protocol === 'grpc' ? createHttp2() : createHttp();
    const collector = new Collector(server);
    if (protocol === 'grpc') collector.answerCalls(server as Http2Server);
    else collector.answerPosts(server as Server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether anything of this kind names `service` as its sender. */
  has(kind: 'traces' | 'metrics', service: string): boolean {
    return this.received.get(kind)?.some((sent) => sent.includes(service)) ?? false;
  }

  stop(): void {
    this.server.close();
  }

  private keep(path: string, chunks: Buffer[]): void {
    const kind = /trace/i.test(path) ? 'traces' : 'metrics';
    this.received.get(kind)?.push(Buffer.concat(chunks).toString('latin1'));
  }

  private answerPosts(server: Server): void {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.keep(request.url ?? '', chunks);
        response.setHeader('content-type', request.headers['content-type'] ?? '');
        response.end(request.headers['content-type'] === 'application/json' ? '{}' : '');
      });
    });
  }

  private answerCalls(server: Http2Server): void {
    server.on('stream', (stream, headers) => {
      const chunks: Buffer[] = [];
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        this.keep(headers[':path'] ?? '', chunks);
        stream.end(EMPTY_MESSAGE);
      });
    });
  }
}
