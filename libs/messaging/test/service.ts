import { fileURLToPath } from 'node:url';
import { Controller, Module, type Type } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { signCall, startService, type RunningService } from '@capture/platform';
import { Database, PersistenceModule, type PersistenceOptions } from '@capture/persistence';
import { AppError, PRINCIPAL_HEADER, type EventEnvelope } from '@capture/contracts';
import { BUS, type Bus } from '../src/bus.js';
import { BusDatabaseConfig } from '../src/config.js';
import { Inbox } from '../src/inbox.js';
import { MessagingModule } from '../src/messaging.module.js';
import { Outbox } from '../src/outbox.js';
import { generatedClient, SCHEMA, type ProbeDatabase } from './schema.js';

const PRINCIPAL_KEY = 'test-principal-key';
const QUICK = {
  LOG_LEVEL: 'silent',
  CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEY,
  CAPTURE_OUTBOX_POLL_MS: '40',
  CAPTURE_OUTBOX_LEASE_MS: '600',
  CAPTURE_OUTBOX_CHECK_MS: '200',
  CAPTURE_BUS_ACK_WAIT_MS: '1000',
  CAPTURE_BUS_BACKOFF_MS: '20,40',
  CAPTURE_BUS_MAX_DELIVER: '3',
  CAPTURE_COMMAND_TIMEOUT_MS: '2000',
};

export interface ServiceOptions {
  database: Pick<ProbeDatabase, 'url'>;
  /** Shared bus, or the address of a NATS server. */
  bus: Bus | string;
  name?: string;
  /** Runs inside the effect's transaction; what it throws fails the event. */
  onEvent?: (event: EventEnvelope) => Promise<void> | void;
  env?: Record<string, string>;
}

export interface TestService extends RunningService {
  database: Database;
  outbox: Outbox;
  /** Commits each event in a transaction of its own. */
  state(...events: EventEnvelope[]): Promise<void>;
  /** Calls an operator route. */
  operator(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  ready(): Promise<boolean>;
}

function controllerOf(onEvent: NonNullable<ServiceOptions['onEvent']>): Type {
  @Controller()
  class TestConsumers {
    constructor(
      private readonly inbox: Inbox,
      private readonly database: Database,
    ) {}

    @EventPattern('ping')
    async ping(@Payload() event: EventEnvelope): Promise<void> {
      await this.inbox.once('test', event.id, async () => {
        await this.database.execute(
          'INSERT INTO effect (event_id, process) VALUES ($1, $2)',
          event.id,
          'test',
        );
        await onEvent(event);
      });
    }

    @MessagePattern('accounts.check_allowance')
    allowance(@Payload() payload: { organizationId: string }): unknown {
      if (payload.organizationId === 'refused') throw new AppError('organization_paused', 'Paused.');
      return { includedSec: 10, usedSec: 1 };
    }
  }
  return TestConsumers;
}

/** A real service with one consumer and one command, on this test's process. */
export async function startTestService(options: ServiceOptions): Promise<TestService> {
  const client = await generatedClient();
  const { PrismaClient } = (await import(/* @vite-ignore */ client)) as {
    PrismaClient: PersistenceOptions['client'];
  };
  const persistence = {
    client: PrismaClient,
    schema: SCHEMA,
    migrations: fileURLToPath(new URL('..', client)),
  };
  @Module({
    imports: [PersistenceModule.forService(persistence), MessagingModule],
    controllers: [controllerOf(options.onEvent ?? (() => undefined))],
  })
  class TestModule {}
  const { bus } = options;
  const running = await startService(
    { name: options.name ?? 'test', config: BusDatabaseConfig, module: TestModule },
    {
      env: {
        ...QUICK,
        DATABASE_URL: options.database.url,
        ...(typeof bus === 'string' ? { NATS_URL: bus } : {}),
        ...options.env,
      },
      shared: typeof bus === 'string' ? [] : [{ provide: BUS, useValue: bus }],
    },
  );
  const database = running.app.get(Database);
  const outbox = running.app.get(Outbox);
  return {
    ...running,
    database,
    outbox,
    state: async (...events) => {
      for (const event of events) await database.run(() => outbox.add(event));
    },
    operator: (method, path, body) => callOperator(running.url, method, path, body),
    ready: async () => (await fetch(`${running.url}/health/ready`)).ok,
  };
}

async function callOperator(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const call = {
    principal: { kind: 'operator' as const },
    ip: '127.0.0.1',
    issuedAt: Math.floor(Date.now() / 1000),
  };
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      [PRINCIPAL_HEADER]: signCall(call, [PRINCIPAL_KEY]),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}
