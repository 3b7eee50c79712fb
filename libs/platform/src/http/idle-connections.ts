import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../health/readiness.js';

const INTERVAL_MS = 100;
/** A connection younger than this is about to send; closing it would fail a request. */
const SILENT_MS = 1_000;

/**
 * Closes idle connections while a server drains. Node's own `closeIdleConnections` counts a connection that never sent
 * anything as busy until its headers are overdue; browsers open such connections ahead of need.
 */
export class IdleConnections {
  private readonly open = new Map<Socket, number>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, performance.now());
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /** Closes connections that are or become idle, until `drained` resolves or rejects. */
  async closeUntil(drained: Promise<void>): Promise<void> {
    const timer = setInterval(() => this.closeIdle(), INTERVAL_MS);
    await drained.finally(() => clearInterval(timer));
  }

  private closeIdle(): void {
    this.server.closeIdleConnections();
    const before = performance.now() - SILENT_MS;
    for (const [socket, since] of this.open) if (socket.bytesRead === 0 && since < before) socket.destroy();
  }
}

/** While the process drains, an answer ends its connection: the next request is sent to another process. */
export function endConnectionsWhileDraining(server: FastifyInstance, readiness: Readiness): void {
  server.addHook('onRequest', (_request, reply, done) => {
    if (readiness.draining) void reply.header('connection', 'close');
    done();
  });
}
