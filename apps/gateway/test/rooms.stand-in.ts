import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { until } from '@capture/testing';
import { WebSocket, WebSocketServer } from 'ws';
import type { Harness } from './gateway.harness.js';

const CONFLICT = JSON.stringify({ code: 'session_closed', status: 409 });

/** Takes the place of the sessions service's rooms; what one does with a handshake, its id says. */
export class Rooms {
  /** Handshakes that came, newest last. */
  readonly asked: IncomingMessage[] = [];
  /** Connections of rooms that do not answer. */
  readonly silent: Duplex[] = [];
  /** Let those in who wait at rooms that hesitate. */
  readonly hesitant: (() => void)[] = [];
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });

  define(services: Harness['services']): void {
    const { sessions } = services;
    sessions.get('/v1/rooms/:id/socket', ({ headers }, reply) =>
      reply.code(400).send({ code: 'no handshake', headers }),
    );
    sessions.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.asked.push(request);
      socket.on('error', () => undefined);
      this.answer(request, socket, head);
    });
    sessions.addHook('preClose', (done) => {
      for (const client of this.server.clients) client.terminate();
      for (const socket of this.silent) socket.destroy();
      done();
    });
  }

  /** The service's ends of the sockets that are open. */
  get open(): WebSocket[] {
    return [...this.server.clients];
  }

  private answer(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const room = /\/rooms\/([^/]+)\//.exec(request.url ?? '')?.[1];
    if (room === 'silent') this.silent.push(socket);
    else if (room === 'dropped') socket.destroy();
    else if (room === 'closed')
      socket.end(
        `HTTP/1.1 409 Conflict\r\ncontent-type: application/problem+json\r\ncontent-length: ${CONFLICT.length}\r\n\r\n${CONFLICT}`,
      );
    else if (room === 'broken') socket.end('HTTP/1.1 500 Internal\r\ncontent-length: 11\r\n\r\nstack trace');
    else {
      const join = (): void =>
        this.server.handleUpgrade(request, socket, head, (client) => this.join(client, room));
      if (room === 'hesitant') this.hesitant.push(join);
      else join();
    }
  }

  private join(client: WebSocket, room: string | undefined): void {
    client.on('error', () => undefined);
    client.send('welcome');
    if (room === 'echo') client.on('message', (data, binary) => client.send(data, { binary }));
  }
}

export function socketUrl(gateway: Harness, room: string): string {
  return `${gateway.url.replace('http:', 'ws:')}/api/v1/rooms/${room}/socket`;
}

/** A caller as browsers are: its token among the subprotocols. */
export function dial(gateway: Harness, room: string, token: string): WebSocket {
  const socket = new WebSocket(socketUrl(gateway, room), ['capture.v1', `bearer.${token}`]);
  socket.on('error', () => undefined);
  return socket;
}

/** Two ends of a socket that is open. */
export async function connected(
  gateway: Harness,
  rooms: Rooms,
  room: string,
): Promise<{ caller: WebSocket; service: WebSocket }> {
  const before = new Set(rooms.open);
  const caller = dial(gateway, room, 'token-of-a-participant');
  await once(caller, 'message');
  await until('the service to see it', () => rooms.open.some((each) => !before.has(each)));
  const service = rooms.open.find((each) => !before.has(each));
  if (!service) throw new Error('no socket at the service');
  return { caller, service };
}
