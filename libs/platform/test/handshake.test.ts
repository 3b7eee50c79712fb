import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Controller, Get, Module, Req, Res } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  compactHeap,
  handshakeOf,
  OpenAccess,
  ServiceConfig,
  startService,
  type RunningService,
} from '../src/index.js';
import { PRINCIPAL_ENV } from './fixtures/principal-keys.js';

@OpenAccess()
@Controller('v1')
class LineController {
  @Get('lines/:id/socket')
  open(@Req() call: FastifyRequest, @Res() reply: FastifyReply): void {
    const handshake = handshakeOf(call);
    if (!handshake) throw new AppError('invalid_input', 'Ask for a WebSocket here.');
    if ((call.params as { id: string }).id === 'busy') throw new AppError('conflict', 'The line is busy.');
    const { socket, head } = handshake;
    handshake.take(reply);
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    socket.write(head);
    socket.pipe(socket);
  }

  @Get('plain')
  plain(@Req() call: FastifyRequest): object {
    return { handshake: handshakeOf(call) !== undefined };
  }
}

@Module({ controllers: [LineController] })
class LineModule {}

const WAIT = { timeout: 10_000, interval: 5 };
const UPGRADE = ['connection: Upgrade', 'upgrade: websocket'];

function text(method: string, path: string, headers: string[] = UPGRADE): string {
  return [`${method} ${path} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n');
}

describe('WebSocket handshakes', () => {
  let service: RunningService;
  let logs: string[];

  beforeEach(async () => {
    logs = [];
    service = await startService(
      { name: 'lines', config: ServiceConfig, module: LineModule, sockets: /^\/v1\/lines\/[^/]+\/socket$/ },
      {
        env: { CAPTURE_HTTP_PORT: '0', ...PRINCIPAL_ENV },
        logDestination: { write: (line: string) => void logs.push(line) },
      },
    );
  });
  afterEach(() => service.close());

  function dial(first: string): { socket: Socket; heard: () => string; closed: Promise<unknown> } {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => (heard += data.toString())).on('error', () => undefined);
    socket.write(first);
    return { socket, heard: () => heard, closed: once(socket, 'close') };
  }

  it('a route takes the connection over, with what was sent behind the handshake; it is answered as 101', async () => {
    const { socket, heard } = dial(`${text('GET', '/v1/lines/one/socket?a=b')}early`);
    await vi.waitUntil(() => heard().endsWith('early'), WAIT);
    expect(heard()).toMatch(/^HTTP\/1\.1 101 /);
    socket.write(' late');
    await vi.waitUntil(() => heard().endsWith('early late'), WAIT);
    socket.destroy();
    const line = logs.map((each) => JSON.parse(each) as Record<string, unknown>).find((each) => each['res']);
    expect(line).toMatchObject({ req: { path: '/v1/lines/one/socket' }, res: { status: 101 } });
    const { text: metrics } = await request(service.url).get('/metrics');
    expect(metrics).toContain('route="/v1/lines/:id/socket",status="101"');
  });

  it('a refusal is the answer that any request would get, and ends the connection', async () => {
    for (const path of ['/v1/lines/busy/socket', '/v1/lines/%zz/socket']) {
      const { heard, closed } = dial(text('GET', path));
      await closed;
      expect(heard()).toMatch(path.includes('busy') ? /^HTTP\/1\.1 409 / : /^HTTP\/1\.1 404 /);
      expect(heard().toLowerCase()).toContain('connection: close\r\n');
      expect(heard()).toMatch(/application\/problem\+json[^]*"requestId":"req_/);
    }
  });

  it('no other request is taken for one, whatever its Upgrade says, and its connection goes on', async () => {
    const h2c = ['connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AAMAAABk'];
    const requests = [
      text('GET', '/v1/plain', h2c),
      text('GET', '/v1/plain'),
      text('GET', '/v1/nowhere'),
      text('POST', '/v1/lines/one/socket', [...UPGRADE, 'content-length: 0']),
      text('GET', '/v1/lines/one/socket', h2c),
    ];
    const { socket, heard } = dial('');
    const statuses = (): (string | undefined)[] =>
      [...heard().matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]);
    for (const [index, each] of requests.entries()) {
      socket.write(each);
      await vi.waitUntil(() => statuses().length === index + 1, WAIT);
    }
    expect(statuses()).toEqual(['200', '200', '404', '404', '400']);
    expect(heard()).not.toContain('"handshake":true');
    socket.destroy();
  });

  it('a handshake behind a request that is not answered yet ends that connection and nothing else', async () => {
    const { closed } = dial(text('GET', '/v1/plain', []) + text('GET', '/v1/lines/one/socket'));
    await closed;
    await request(service.url).get('/v1/plain').expect(200);
  });

  it('a connection that was taken over keeps nothing of the request that it began with', async () => {
    const requests: WeakRef<IncomingMessage>[] = [];
    const server = service.app.getHttpServer();
    server.once('upgrade', (handshake: IncomingMessage) => void requests.push(new WeakRef(handshake)));
    const { socket, heard } = dial(text('GET', '/v1/lines/one/socket'));
    await vi.waitUntil(() => heard().includes('101'), WAIT);
    const isForgotten = (): boolean => {
      compactHeap();
      return requests.length === 1 && requests[0]?.deref() === undefined;
    };
    await vi.waitUntil(isForgotten, WAIT);
    socket.write('on');
    await vi.waitUntil(() => heard().endsWith('on'), WAIT);
    socket.destroy();
  });

  it('a caller that resets its connection harms nothing', async () => {
    const { socket, heard } = dial(text('GET', '/v1/lines/one/socket'));
    await vi.waitUntil(() => heard().includes('101'), WAIT);
    socket.resetAndDestroy();
    await request(service.url).get('/v1/plain').expect(200);
  });

  it('a service stops although nobody ends its sockets', async () => {
    const { heard, closed } = dial(text('GET', '/v1/lines/one/socket'));
    await vi.waitUntil(() => heard().includes('101'), WAIT);
    await service.close();
    await closed;
  });
});
