import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { diffDatamodels, provisionSchema } from '@capture/persistence';
import { createTestDatabase } from '@capture/testing';
import pg from 'pg';

const SCHEMA = 'probe';
const GENERATED = new URL('generated/', import.meta.url);
/** Generated once per run; Node runs it as it is, so that probe processes use the same client. */
export const CLIENT = new URL('client/client.ts', GENERATED);
const GENERATOR = `generator client {
  provider            = "prisma-client"
  output              = "./client"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "ts"
}`;
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

/** Generates the client that the tests use from the library's own models. */
export async function generateClient(): Promise<void> {
  const schema = fileURLToPath(new URL('schema.prisma', GENERATED));
  const text = `${GENERATOR}\n\n${await datamodel()}`;
  const stamp = new URL('.stamp', GENERATED);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === text) return;
  await mkdir(GENERATED, { recursive: true });
  await writeFile(schema, text);
  const prisma = fileURLToPath(new URL('../../../node_modules/prisma/build/index.js', import.meta.url));
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', schema], { env });
  await writeFile(stamp, text);
}

/** A database whose tables come from the library's own models, as seen by a service's role. */
export interface ProbeDatabase {
  url: string;
  schema: string;
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
  await pool.query(await diffDatamodels({ url, schema: SCHEMA }, null, await datamodel()));
  return {
    url,
    schema: SCHEMA,
    sql: async <Row extends object>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    close: async () => {
      await pool.end();
      await created.drop();
    },
  };
}
