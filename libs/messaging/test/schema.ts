import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { diffDatamodels, provisionSchema } from '@capture/persistence';
import { createTestDatabase } from '@capture/testing';
import pg from 'pg';

export const SCHEMA = 'probe';
const GENERATED = new URL('generated/', import.meta.url);
const GENERATOR = `generator client {
  provider            = "prisma-client"
  output              = "./client"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "ts"
}`;
/** The folder of the client stands in for a migration: the tables come from the models themselves. */
const MIGRATION = 'client';
/** One row per effect of an event: two rows mean that it happened twice. */
const EFFECT = `model Effect {
  id      BigInt @id @default(autoincrement())
  eventId String @map("event_id")
  process String
  @@map("effect")
}`;

async function datamodel(): Promise<string> {
  const messaging = await readFile(new URL('../prisma/messaging.prisma', import.meta.url), 'utf8');
  const persistence = await readFile(
    new URL('../../persistence/prisma/persistence.prisma', import.meta.url),
    'utf8',
  );
  return ['datasource db {\n  provider = "postgresql"\n}', messaging, persistence, EFFECT].join('\n\n');
}

let generating: Promise<string> | undefined;

/**
 * URL of the client that the tests use, generated from the library's own models. Node runs it as it is, so that
 * probe processes use the same one. Test files may generate at the same time: the first to finish is taken.
 */
export function generatedClient(): Promise<string> {
  generating ??= generateClient();
  return generating;
}

async function generateClient(): Promise<string> {
  const text = `${GENERATOR}\n\n${await datamodel()}`;
  const home = new URL(`${createHash('sha256').update(text).digest('hex').slice(0, 16)}/`, GENERATED);
  const client = new URL('client/client.ts', home);
  if (existsSync(client)) return client.href;
  const draft = new URL(`draft-${randomBytes(4).toString('hex')}/`, GENERATED);
  await mkdir(draft, { recursive: true });
  const schema = fileURLToPath(new URL('schema.prisma', draft));
  await writeFile(schema, text);
  const prisma = fileURLToPath(new URL('../../../node_modules/prisma/build/index.js', import.meta.url));
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', schema], { env });
  await rename(draft, home).catch(() => rm(draft, { recursive: true }));
  return client.href;
}

/** A database whose tables come from the library's own models, as seen by a service's role. */
export interface ProbeDatabase {
  url: string;
  /** Plain SQL beside everything under test. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function startDatabase(adminUrl: string): Promise<ProbeDatabase> {
  const created = await createTestDatabase(adminUrl);
  const role = `probe_${randomBytes(4).toString('hex')}`;
  await provisionSchema(created.adminUrl, { schema: SCHEMA, role, password: 'probe' });
  const address = new URL(created.adminUrl);
  address.username = role;
  address.password = 'probe';
  const url = address.toString();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // It has ended before its connections have said good-bye; the drop cuts them off, which nobody else would hear of.
  pool.on('error', () => undefined);
  await pool.query(await diffDatamodels({ url, schema: SCHEMA }, null, await datamodel()));
  await pool.query(
    `CREATE TABLE _prisma_migrations AS SELECT '${MIGRATION}' AS migration_name, now() AS finished_at`,
  );
  return {
    url,
    sql: async <Row extends object>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    close: async () => {
      await pool.end();
      await created.drop();
    },
  };
}
