import { NatsServer, until } from '@capture/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { expect } from 'vitest';
import { InProcessBus } from '../src/in-process.bus.js';
import { Probe, type ProbeOptions } from './probe.js';
import { startDatabase, type ProbeDatabase } from './schema.js';
import { startTestService, type ServiceOptions, type TestService } from './service.js';

export const STREAM = 'CAPTURE_EVENTS';

export const BUSES = ['in process', 'NATS'] as const;
export type BusKind = (typeof BUSES)[number];

/** One database, one NATS server where that is the bus, and the services and processes of a test on them. */
export class Stage {
  readonly services: TestService[] = [];
  private readonly probes: Probe[] = [];

  private constructor(
    readonly database: ProbeDatabase,
    private readonly server: NatsServer | undefined,
  ) {}

  static async set(postgresAdminUrl: string, kind: BusKind = 'NATS'): Promise<Stage> {
    const server = kind === 'NATS' ? NatsServer.start() : undefined;
    return new Stage(await startDatabase(postgresAdminUrl), await server);
  }

  get nats(): NatsServer {
    if (!this.server) throw new Error('this stage has no NATS server');
    return this.server;
  }

  async strike(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await Promise.all(this.probes.map((probe) => probe.kill()));
    await this.database.close();
    await this.server?.stop();
  }

  /** In process, each service has a bus of its own: no two processes share one. */
  async start(options: Partial<ServiceOptions> = {}): Promise<TestService> {
    const bus = this.server?.url ?? new InProcessBus();
    const service = await startTestService({ database: this.database, bus, ...options });
    this.services.push(service);
    if (typeof bus !== 'string') bus.open();
    return service;
  }

  /** Closes what `start` made. */
  async closeServices(): Promise<void> {
    await Promise.all(this.services.splice(0).map((service) => service.close()));
  }

  async startProbe(options: Omit<ProbeOptions, 'database'> = {}): Promise<Probe> {
    const probe = await Probe.start({ database: this.database, natsUrl: this.server?.url, ...options });
    this.probes.push(probe);
    return probe;
  }

  async effects(): Promise<string[]> {
    const rows = await this.database.sql<{ event_id: string }>('SELECT event_id FROM effect ORDER BY id');
    return rows.map((row) => row.event_id);
  }

  async pending(): Promise<number> {
    return (await this.database.sql('SELECT 1 FROM outbox WHERE published_at IS NULL')).length;
  }

  async published(): Promise<void> {
    await until('an empty outbox', async () => (await this.pending()) === 0);
  }

  /** Every one of `ids` had its effect, once, nothing else had one, and the outbox has nothing left to do. */
  async expectOnce(ids: string[]): Promise<void> {
    await until('every effect', async () => (await this.effects()).length >= ids.length);
    await this.published();
    expect((await this.effects()).sort()).toEqual([...ids].sort());
  }

  /** Runs `work` on a connection beside everything under test. */
  async beside<T>(work: (manager: JetStreamManager, connection: NatsConnection) => Promise<T>): Promise<T> {
    const connection = await connect({ servers: this.nats.url });
    try {
      return await work(await jetstreamManager(connection), connection);
    } finally {
      await connection.close();
    }
  }

  /** Ids in the stream, in its order. */
  streamed(): Promise<string[]> {
    return this.beside(async (manager) => {
      const { state } = await manager.streams.info(STREAM);
      const ids: string[] = [];
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        ids.push((await manager.streams.getMessage(STREAM, { seq }))?.header.get('Nats-Msg-Id') ?? '');
      }
      return ids;
    });
  }
}
