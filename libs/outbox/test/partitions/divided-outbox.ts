import { randomBytes } from 'node:crypto';
import { newId } from '@capture/contracts';
import {
  applyMigrations,
  openDatabase,
  PartitionRepository,
  Partitions,
  provisionSchema,
  type Database,
  type MigrationSets,
  type Partition,
  type PartitionedTable,
  type PersistenceOptions,
} from '@capture/persistence';
import { Metrics } from '@capture/platform';
import { createTestDatabase, until } from '@capture/testing';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { LIBRARY_MIGRATIONS } from '../../src/library-migrations.js';
import { generatedClient, SCHEMA } from '../fixtures/database.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

export const ORGANIZATION = newId('organization');

export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** An id of an event that was made then. */
export function eventIdAt(at: Date): string {
  let text = '';
  for (let rest = at.getTime(); text.length < 10; rest = Math.floor(rest / 32))
    text = DIGITS.charAt(rest % 32) + text;
  return `evt_${text}${randomBytes(8).toString('hex')}`;
}

/** What one process has. */
export interface Keeper {
  database: Database;
  rows: PartitionRepository;
  partitions: Partitions;
  metrics: Metrics;
}

/** A service's schema as its migrations make it, and statements of its own role on a connection without a process. */
export class DividedOutbox {
  private readonly keepers: Keeper[] = [];
  private readonly clients: pg.Client[] = [];

  private constructor(
    readonly url: string,
    private readonly client: PersistenceOptions['client'],
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(
    postgresAdminUrl: string,
    migrations: MigrationSets = LIBRARY_MIGRATIONS,
  ): Promise<DividedOutbox> {
    // Without an application the logger would write to the terminal.
    Logger.overrideLogger(false);
    const created = await createTestDatabase(postgresAdminUrl);
    const role = `divided_${randomBytes(4).toString('hex')}`;
    await provisionSchema(created.adminUrl, { schema: SCHEMA, role, password: 'test' });
    const url = created.urlOf(role, 'test');
    await applyMigrations({ url, schema: SCHEMA }, migrations);
    const { PrismaClient } = (await import(/* @vite-ignore */ await generatedClient())) as {
      PrismaClient: PersistenceOptions['client'];
    };
    return new DividedOutbox(url, PrismaClient, created.drop);
  }

  async close(): Promise<void> {
    await Promise.all(this.keepers.map(({ database }) => database.close()));
    await Promise.all(this.clients.map((client) => client.end()));
    await this.drop();
  }

  migrate(): Promise<string[]> {
    return applyMigrations({ url: this.url, schema: SCHEMA }, LIBRARY_MIGRATIONS);
  }

  /** What another process has of its own. */
  keeper(Repository: typeof PartitionRepository = PartitionRepository): Keeper {
    const database = openDatabase({ url: this.url, schema: SCHEMA, client: this.client, poolSize: 3 });
    const rows = new Repository(database);
    const metrics = new Metrics('tests');
    const keeper = { database, rows, metrics, partitions: new Partitions(database, rows, metrics) };
    this.keepers.push(keeper);
    return keeper;
  }

  async connect(organization = '*'): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      options: `-c capture.organization=${organization}`,
    });
    client.on('error', () => undefined);
    await client.connect();
    this.clients.push(client);
    return client;
  }

  /** Makes partitions of these days before now, and of no others: `[[20, 18]]` is one from 20 to 18 days ago. */
  async divide(table: PartitionedTable, spans: readonly (readonly [number, number])[]): Promise<Partition[]> {
    const { rows, database } = this.keeper();
    await database.execute(`DROP TABLE "${table.table}_first"`);
    const partitions = spans.map(([from, to]) => ({
      name: `${table.table}_${from}_days`,
      from: daysAgo(from),
      to: daysAgo(to),
    }));
    await database.forEveryOrganization('a test prepares', () =>
      database.runDirectly(async () => {
        for (const { name, from, to } of partitions)
          await rows.make(table, name, from, to, `${table.table}_default`);
      }),
    );
    return partitions;
  }
}

/** Adds a row to the outbox; unpublished without a time. */
export async function addEvent(client: pg.Client, id: string, publishedAt: Date | null): Promise<string> {
  await client.query(
    `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, published_at) VALUES ($1, 'ping', $2, '{}', '{}', $3)`,
    [id, ORGANIZATION, publishedAt],
  );
  return id;
}

export async function eventIds(client: pg.Client, table = 'outbox'): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`SELECT event_id AS id FROM ${table} ORDER BY 1`);
  return rows.map(({ id }) => id);
}

/** Resolves once a session is blocked on an `ACCESS EXCLUSIVE` lock. */
export async function someoneWaits(client: pg.Client): Promise<void> {
  const sql = `SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await until('a lock that is waited for', async () => (await client.query(sql)).rows.length > 0);
}

/** Names of a table's partitions. */
export async function partitionsOf(client: pg.Client, table = 'outbox'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [table],
  );
  return rows.map(({ name }) => name);
}
