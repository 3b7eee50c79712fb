import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const REAP_MS = 100;
/** Whoever connected just now is about to send; closing on it would fail a request. */
const SILENT_MS = 1_000;

/**
 * Connections that nothing would end while a server drains. Node's own `closeIdleConnections` takes one that was opened
 * and never used, as browsers open them ahead of need, for busy until its headers are overdue.
 */
export class IdleConnections {
  private readonly open = new Map<Socket, number>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, performance.now());
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /** Ends what is idle, and what becomes idle, until `drained` settles. */
  async reap(drained: Promise<void>): Promise<void> {
    const timer = setInterval(() => this.endIdle(), REAP_MS);
    await drained.finally(() => clearInterval(timer));
  }

  private endIdle(): void {
    this.server.closeIdleConnections();
    const before = performance.now() - SILENT_MS;
    for (const [socket, since] of this.open) if (socket.bytesRead === 0 && since < before) socket.destroy();
  }
}
