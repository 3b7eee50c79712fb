import type { ChildProcess } from 'node:child_process';
import { accepts } from './nats.js';
import { freePort } from '@capture/platform';
import { startServer, stopProcess } from '../process.js';

/** A real redis-server without persistence that a test may kill and restart. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.up();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async up(): Promise<void> {
    const args = ['--bind', '127.0.0.1', '--port', String(this.port), '--save', '', '--appendonly', 'no'];
    this.child = await startServer('redis-server', args, () => accepts(this.port));
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.child) await stopProcess(this.child, signal);
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM');
  }
}
