import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId } from '@capture/contracts';
import { stopProcess, until } from '@capture/testing';
import { generatedClient, type ProbeDatabase } from './schema.js';

export interface ProbeOptions {
  database: Pick<ProbeDatabase, 'url'>;
  /** Without one the process has a bus of its own. */
  natsUrl?: string | undefined;
  /** Where the process stops, to be killed there. */
  hold?: 'before-publish' | 'after-publish' | 'before-effect' | 'before-ack';
  consumes?: boolean;
  name?: string;
  env?: Record<string, string>;
}

const QUICK = {
  LOG_LEVEL: 'warn',
  CAPTURE_PRINCIPAL_KEYS: 'probe-key',
  CAPTURE_OUTBOX_POLL_MS: '50',
  CAPTURE_OUTBOX_LEASE_MS: '600',
  CAPTURE_OUTBOX_CHECK_MS: '300',
  CAPTURE_BUS_ACK_WAIT_MS: '1000',
  CAPTURE_BUS_BACKOFF_MS: '50,100',
};

interface FromProbe {
  ready?: string;
  stated?: string[];
  request?: number;
  reached?: string;
}

/** A service in a process of its own, built from the library as it ships. */
export class Probe {
  private readonly messages: FromProbe[] = [];
  private output = '';
  private requests = 0;

  private constructor(readonly child: ChildProcess) {
    child.on('message', (message) => this.messages.push(message as FromProbe));
    const keep = (chunk: Buffer): void => {
      this.output = (this.output + chunk.toString()).slice(-4_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
  }

  static async start(options: ProbeOptions): Promise<Probe> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      ...QUICK,
      DATABASE_URL: options.database.url,
      PROBE_CLIENT: await generatedClient(),
      PROBE_HOLD: options.hold ?? '',
      PROBE_CONSUMES: options.consumes === false ? 'no' : 'yes',
      PROBE_NAME: options.name ?? 'probe',
      ...(options.natsUrl === undefined ? {} : { NATS_URL: options.natsUrl }),
      ...options.env,
    };
    const script = fileURLToPath(new URL('probe.mjs', import.meta.url));
    const probe = new Probe(fork(script, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }));
    await probe.hears('ready');
    return probe;
  }

  get url(): Promise<string> {
    return this.hears('ready').then(String);
  }

  /** Commits `count` events, each in a transaction of its own; resolves with their ids. */
  async state(count: number, organizationId: string = newId('organization')): Promise<string[]> {
    const request = (this.requests += 1);
    this.child.send({ state: count, organizationId, request });
    return until('the statement', () => this.messages.find((message) => message.request === request)?.stated);
  }

  async reaches(point: NonNullable<ProbeOptions['hold']>): Promise<void> {
    await until(point, () => this.messages.some((message) => message.reached === point));
  }

  kill(): Promise<void> {
    return stopProcess(this.child, 'SIGKILL');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.send({ stop: true });
    await gone;
  }

  private hears(member: 'ready' | 'stated'): Promise<string | string[]> {
    const heard = (): string | string[] | undefined => {
      if (this.child.exitCode !== null) throw new Error(`the probe ended: ${this.output}`);
      return this.messages.find((message) => message[member])?.[member];
    };
    return until(`"${member}"`, heard, 60_000);
  }
}
