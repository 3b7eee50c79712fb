import { randomBytes } from 'node:crypto';
import { InProcessBus, Commands } from '@capture/messaging';
import { openDatabase, provisionSchema, type Database, type PersistenceOptions } from '@capture/persistence';
import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { generatedClient, SCHEMA, startDatabase, type ProbeDatabase } from './fixtures/database.js';
import { anEvent } from './fixtures/events.js';
import { startTestService, type TestService } from './fixtures/service.js';

let database: ProbeDatabase;
let service: TestService;
const opened: Database[] = [];

beforeEach(async () => {
  database = await startDatabase(inject('postgresAdminUrl'));
  const bus = new InProcessBus();
  service = await startTestService({ database, bus });
  bus.open();
});
afterEach(async () => {
  await service.close();
  await Promise.all(opened.splice(0).map((other) => other.close()));
  await database.close();
});

async function connect(url: string, schema: string): Promise<Database> {
  const { PrismaClient } = (await import(/* @vite-ignore */ await generatedClient())) as {
    PrismaClient: PersistenceOptions['client'];
  };
  const connected: Database = openDatabase({ url, schema, poolSize: 1, client: PrismaClient });
  opened.push(connected);
  return connected;
}

/** Another service in the same database, with a schema of its own. */
async function neighbour(): Promise<Database> {
  const role = `neighbour_${randomBytes(4).toString('hex')}`;
  const admin = new URL(inject('postgresAdminUrl'));
  const url = new URL(database.url);
  admin.pathname = url.pathname;
  await provisionSchema(admin.href, { schema: 'neighbour', role, password: 'neighbour' });
  url.username = role;
  url.password = 'neighbour';
  return connect(url.href, 'neighbour');
}

/** Holds a lock until the returned function is called. */
async function hold(holder: Database, name: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let locked = false;
  const holding = holder.run(async () => {
    locked = await holder.tryLock(name);
    await released;
  });
  await until('the lock', () => locked);
  return async () => {
    release();
    await holding;
  };
}

const effects = (): Promise<unknown[]> => database.sql('SELECT 1 FROM effect');

describe('the outbox claim', () => {
  it('that another service holds for ever delays no event (scenario 85)', async () => {
    const release = await hold(await neighbour(), 'outbox claim');
    await service.commit(anEvent());
    await until('the effect', async () => (await effects()).length === 1);
    await release();
  });

  it('is exclusive between the processes of one service', async () => {
    const release = await hold(await connect(database.url, SCHEMA), 'outbox claim');
    expect(await service.database.run(() => service.database.tryLock('outbox claim'))).toBe(false);
    await release();
  });
});

describe('a command', () => {
  it('inside a transaction is refused before it is sent; outside it is answered', async () => {
    const commands = service.app.get(Commands);
    const ask = (): Promise<unknown> =>
      commands.send('accounts.check_allowance', { organizationId: newId('organization') });
    await expect(service.database.run(ask)).rejects.toThrow('inside a transaction');
    expect(await ask()).toMatchObject({ spent: false });
  });
});
