import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const CHUNK_BYTES = 16 * 1024;
const MADE_UP_MS = 500;

/** A network before a local port: connections share one upstream rate, and all of them are cut at once, again and again. */
export class SlowNetwork {
  /** Cuts that ended at least one connection. */
  cuts = 0;
  private readonly open = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;
  /** When the line is free for the next bytes, by `performance.now()`. */
  private freeAt = 0;

  private constructor(
    private readonly server: Server,
    private readonly bytesPerSec: number,
    cutEveryMs: number,
    target: number,
  ) {
    server.on('connection', (client) => void this.forward(client, connect(target, 'localhost')));
    this.timer = setInterval(() => this.cut(), cutEveryMs);
  }

  static async start(options: {
    target: number;
    bytesPerSec: number;
    cutEveryMs: number;
  }): Promise<SlowNetwork> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowNetwork(server, options.bytesPerSec, options.cutEveryMs, options.target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private cut(): void {
    if (this.open.size > 0) this.cuts += 1;
    for (const socket of this.open) socket.resetAndDestroy();
  }

  private async forward(client: Socket, upstream: Socket): Promise<void> {
    for (const socket of [client, upstream]) {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    try {
      for await (const bytes of client as AsyncIterable<Buffer>) {
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
          const chunk = bytes.subarray(at, at + CHUNK_BYTES);
          await this.carry(chunk.length);
          upstream.write(chunk);
        }
      }
      upstream.end();
    } catch {
      // Cut: whatever was under way is lost.
    }
  }

  /** Waits for the bytes' turn on the line. Turns that a busy machine has missed are made up for. */
  private async carry(bytes: number): Promise<void> {
    const now = performance.now();
    this.freeAt = Math.max(this.freeAt, now - MADE_UP_MS) + (bytes / this.bytesPerSec) * 1000;
    if (this.freeAt > now) await pause(this.freeAt - now);
  }
}
