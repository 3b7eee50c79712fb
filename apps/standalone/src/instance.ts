import { mkdir } from 'node:fs/promises';
import type { EmbeddedPostgres } from '@capture/embedded-postgres';
import { DataDir } from './data-dir.js';
import { migrateAll, startDatabase } from './database.js';
import type { Progress } from './progress.js';
import { loadSecrets } from './secrets.js';
import { assertFree } from './free-port.js';
import type { DatabaseService, Env, Instance } from './settings.js';

export interface OpenInstance extends Instance {
  postgres: EmbeddedPostgres;
  release(): Promise<void>;
}

/** Opens the data directory, starts its database and brings every schema up to date. */
export async function openInstance(
  env: Env,
  defaultDirectory: string,
  migrations: Record<DatabaseService, string>,
  progress: Progress,
): Promise<OpenInstance> {
  const port = Number(env['CAPTURE_PORT'] ?? 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('CAPTURE_PORT must be a port from 1 to 65535');
  const host = env['CAPTURE_HTTP_HOST'] ?? '127.0.0.1';
  const dataDir = await DataDir.open(env['CAPTURE_DATA_DIR'] ?? defaultDirectory);
  const release = await dataDir.lock();
  await assertFree(host, port);
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
