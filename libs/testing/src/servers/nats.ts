import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@capture/platform';
import { startServer, stopProcess } from '../process.js';
import { until } from '../until.js';

/** True when something accepts connections on that loopback port. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A real nats-server with JetStream that a test may kill, restart and leave without its store. */
export class NatsServer {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly directory: string,
  ) {}

  get storeDir(): string {
    return join(this.directory, 'store');
  }

  /** @param admitted user and password; without them everybody is admitted */
  static async start(...admitted: [user: string, password: string] | []): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), await mkdtemp(join(tmpdir(), 'capture-test-nats-')));
    await server.configure(...admitted);
    await server.up();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** JetStream stands in the file: a server that got it by flag loses it when it reads the file again. */
  private async configure(user?: string, password?: string): Promise<void> {
    const users = user === undefined ? '' : `authorization { user: ${user}, password: ${password} }\n`;
    await writeFile(this.config, `jetstream { store_dir: "${this.storeDir}" }\n${users}`);
  }

  private get config(): string {
    return join(this.directory, 'server.conf');
  }

  private get log(): string {
    return join(this.directory, 'server.log');
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Admits only this user and password from now on; those of others are disconnected, as when a deployment rotates them. */
  async admitOnly(user: string, password: string): Promise<void> {
    await this.configure(user, password);
    const reloads = await this.logged('Reloaded server configuration');
    this.child?.kill('SIGHUP');
    await until(
      'the configuration',
      async () => (await this.logged('Reloaded server configuration')) > reloads,
    );
  }

  /** How many lines of the log have this text. */
  async logged(text: string): Promise<number> {
    const log = await readFile(this.log, 'utf8').catch(() => '');
    return log.split('\n').filter((line) => line.includes(text)).length;
  }

  async up(): Promise<void> {
    const args = ['-a', '127.0.0.1', '-p', String(this.port), '-c', this.config, '-l', this.log];
    this.child = await startServer('nats-server', args, () => accepts(this.port));
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.child) await stopProcess(this.child, signal);
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.directory, { recursive: true, force: true });
  }
}
