import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@capture/platform';
import { startServer, stopProcess } from '../process.js';
import { accepts } from './nats.js';

/** A real coturn on loopback that takes credentials by a shared secret. */
export class TurnServer {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly secret: string,
    private readonly directory: string,
  ) {}

  static async start(secret: string): Promise<TurnServer> {
    const directory = await mkdtemp(join(tmpdir(), 'capture-turn-'));
    const server = new TurnServer(await freePort(), secret, directory);
    await server.up();
    return server;
  }

  get url(): string {
    return `turn:127.0.0.1:${this.port}?transport=udp`;
  }

  log(): Promise<string> {
    return readFile(join(this.directory, 'turn.log'), 'utf8');
  }

  async stop(): Promise<void> {
    if (this.child) await stopProcess(this.child);
    await rm(this.directory, { recursive: true, force: true });
  }

  private async up(): Promise<void> {
    const file = join(this.directory, 'turnserver.conf');
    const settings = [
      'listening-ip=127.0.0.1',
      `listening-port=${this.port}`,
      'relay-ip=127.0.0.1',
      'fingerprint',
      'use-auth-secret',
      `static-auth-secret=${this.secret}`,
      'realm=capture.test',
      'no-tls',
      'no-dtls',
      'no-cli',
      'allow-loopback-peers',
      'no-multicast-peers',
      `pidfile=${join(this.directory, 'turn.pid')}`,
      `userdb=${join(this.directory, 'turn.db')}`,
      `log-file=${join(this.directory, 'turn.log')}`,
      'simple-log',
      'verbose',
    ];
    await writeFile(file, settings.join('\n'));
    this.child = await startServer('turnserver', ['-c', file], () => accepts(this.port));
  }
}
