import { mkdir } from 'node:fs/promises';
import type { MigrationSets } from '@capture/persistence';
import { loadConfig } from '@capture/platform';
import { assertPortFree } from './assert-port-free.js';
import { DataDir } from './data-dir.js';
import { databaseDirectory } from './database-directory.js';
import { migrateAll, startDatabase } from './database.js';
import { DiskWatch, freeBytes } from './disk-watch.js';
import { InstanceConfig } from './instance.config.js';
import { killOrphans } from './orphans.js';
import type { Progress } from '../terminal/progress.js';
import { loadSecrets, type Secrets } from './secrets.js';
import type { DatabaseService } from './service-databases.js';

export type Env = Record<string, string | undefined>;

const LOOPBACK = '127.0.0.1';

/** One local installation: its address, its data and its secrets. */
export interface Instance {
  host: string;
  port: number;
  /** Where the operator API listens; port 0 takes a free one. */
  operator: { host: string; port: number };
  publicUrl: string;
  dataDir: DataDir;
  config: InstanceConfig;
  secrets: Secrets;
  /** Superuser's connection string of the instance's database server. */
  adminUrl: string;
  /** The environment that the process was started with; it overrides the defaults of every service. */
  env: Env;
}

export interface OpenInstance extends Instance {
  /** Stops the database and gives the data directory free. */
  close(): Promise<void>;
}

/** Opens the data directory, starts its database and migrates every schema. */
export async function openInstance(
  given: Env,
  defaultDirectory: string,
  migrations: Record<DatabaseService, MigrationSets>,
  progress: Progress,
): Promise<OpenInstance> {
  // As for every process, an empty variable is an absent one.
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  // Whatever this process and its children make is for their user only.
  process.umask(0o077);
  const config = loadConfig('instance', InstanceConfig, env);
  const port = portOf(env, 'CAPTURE_PORT', 8080, 1);
  const host = env['CAPTURE_HTTP_HOST'] ?? LOOPBACK;
  const operator = {
    host: env['CAPTURE_OPERATOR_HOST'] ?? LOOPBACK,
    port: portOf(env, 'CAPTURE_OPERATOR_PORT', 0, 0),
  };
  const dataDir = await DataDir.open(env['CAPTURE_DATA_DIR'] ?? defaultDirectory);
  const release = await dataDir.lock();
  try {
    // They hold the port as well.
    await killOrphans(dataDir.processes);
    await assertPortFree(host, port, 'CAPTURE_PORT');
    await assertPortFree(operator.host, operator.port, 'CAPTURE_OPERATOR_PORT');
    await assertSpace(dataDir, config);
    // The secrets that are made next would make a new data directory look like an old one.
    const directory = await databaseDirectory(dataDir);
    const secrets = await loadSecrets(dataDir.secrets);
    await mkdir(dataDir.store, { recursive: true, mode: 0o700 });
    const postgres = await progress.step('database', () => startDatabase(directory, secrets));
    const publicUrl = env['CAPTURE_PUBLIC_URL'] ?? `http://localhost:${port}`;
    const watch = new DiskWatch(directory, config.CAPTURE_DATABASE_RESERVE_BYTES, postgres);
    const adminUrl = postgres.localAdminUrl;
    const instance = { host, port, operator, publicUrl, dataDir, config, secrets, adminUrl, env };
    const close = async (): Promise<void> => {
      await watch.stop();
      await postgres.stop();
      await release();
    };
    await progress
      .step('schemas', () => migrateAll(adminUrl, secrets, migrations, progress))
      .catch(async (error: unknown) => {
        await postgres.stop();
        throw error;
      });
    watch.start();
    return { ...instance, close };
  } catch (error) {
    await release();
    throw error;
  }
}

/** @throws Error when the variable is no port from `least` to 65535. */
function portOf(env: Env, name: string, otherwise: number, least: 0 | 1): number {
  const port = Number(env[name] ?? otherwise);
  if (Number.isInteger(port) && port >= least && port <= 65_535) return port;
  throw new Error(`${name} must be a port from ${least} to 65535`);
}

/** A database that starts without space crashes half-way, and says so less clearly. */
async function assertSpace({ path }: DataDir, config: InstanceConfig): Promise<void> {
  const free = await freeBytes(path);
  const needed = config.CAPTURE_DATABASE_RESERVE_BYTES;
  if (free >= needed) return;
  const mib = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MiB`;
  throw new Error(
    `the disk of ${path} is full: ${mib(free)} are free, ${mib(needed)} are needed (CAPTURE_DATABASE_RESERVE_BYTES)`,
  );
}
