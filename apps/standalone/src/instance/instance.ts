import { mkdir } from 'node:fs/promises';
import type { EmbeddedPostgres } from '@capture/embedded-postgres';
import type { MigrationSets } from '@capture/persistence';
import { assertPortFree } from './assert-port-free.js';
import { DataDir } from './data-dir.js';
import { migrateAll, startDatabase } from './database.js';
import type { Progress } from '../terminal/progress.js';
import { loadSecrets, type Secrets } from './secrets.js';
import type { DatabaseService } from './service-databases.js';

export type Env = Record<string, string | undefined>;

/** One local installation: its address, its data and its secrets. */
export interface Instance {
  host: string;
  port: number;
  publicUrl: string;
  dataDir: DataDir;
  secrets: Secrets;
  /** Superuser's connection string of the instance's database server. */
  adminUrl: string;
  /** The environment that the process was started with; it overrides the defaults of every service. */
  env: Env;
}

export interface OpenInstance extends Instance {
  postgres: EmbeddedPostgres;
  release(): Promise<void>;
}

/** Opens the data directory, starts its database and migrates every schema. */
export async function openInstance(
  env: Env,
  defaultDirectory: string,
  migrations: Record<DatabaseService, MigrationSets>,
  progress: Progress,
): Promise<OpenInstance> {
  const port = Number(env['CAPTURE_PORT'] ?? 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('CAPTURE_PORT must be a port from 1 to 65535');
  const host = env['CAPTURE_HTTP_HOST'] ?? '127.0.0.1';
  const dataDir = await DataDir.open(env['CAPTURE_DATA_DIR'] ?? defaultDirectory);
  const release = await dataDir.lock();
  await assertPortFree(host, port);
  const secrets = await loadSecrets(dataDir.secrets);
  await mkdir(dataDir.store, { recursive: true });
  const postgres = await progress.step('database', () => startDatabase(dataDir, secrets));
  const publicUrl = env['CAPTURE_PUBLIC_URL'] ?? `http://localhost:${port}`;
  const instance = { host, port, publicUrl, dataDir, secrets, adminUrl: postgres.adminUrl, env };
  try {
    await progress.step('schemas', () => migrateAll(postgres.adminUrl, secrets, migrations, progress));
  } catch (error) {
    await postgres.stop();
    await release();
    throw error;
  }
  return { ...instance, postgres, release };
}
