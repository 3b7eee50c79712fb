import { EmbeddedPostgres } from '@capture/embedded-postgres';
import { applyMigrations, provisionSchema, type MigrationSets } from '@capture/persistence';
import { freePort } from '@capture/platform';
import type { Progress } from '../terminal/progress.js';
import type { Secrets } from './secrets.js';
import {
  DATABASE_SERVICES,
  databaseUrl,
  passwordOf,
  roleOf,
  schemaOf,
  type DatabaseService,
} from './service-databases.js';

/** Starts the instance's own PostgreSQL. */
export async function startDatabase(directory: string, secrets: Secrets): Promise<EmbeddedPostgres> {
  const server = new EmbeddedPostgres({
    directory,
    port: await freePort(),
    password: secrets.postgresPassword,
    // Less than the store leaves free beside it (CAPTURE_STORE_RESERVE_BYTES).
    settings: { shared_buffers: '64MB', max_wal_size: '192MB' },
  });
  await server.start();
  return server;
}

/** Creates the role and the schema of every service and applies its migrations. */
export async function migrateAll(
  adminUrl: string,
  secrets: Secrets,
  migrations: Record<DatabaseService, MigrationSets>,
  progress: Progress,
): Promise<void> {
  for (const service of DATABASE_SERVICES) {
    const schema = schemaOf(service);
    await provisionSchema(adminUrl, {
      schema,
      role: roleOf(service),
      password: passwordOf(secrets, service),
    });
    const url = databaseUrl({ adminUrl, secrets }, service);
    const applied = await applyMigrations({ url, schema }, migrations[service]);
    if (applied.length > 0) progress.note(`    ${service}: applied ${applied.join(', ')}`);
  }
}
