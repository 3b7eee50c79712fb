import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  appliedMigrations,
  applyMigration,
  beginRun,
  migrating,
  type Migration,
  PATIENCE,
  type Patience,
  type SchemaTarget,
} from './apply-migration.js';

/** Directories of migrations: those of the libraries whose tables a service has, then its own. */
export type MigrationSets = readonly string[];

async function migrationNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await migrationNames(directory);
  return Promise.all(
    names.map(async (name) => ({
      name,
      sql: await readFile(join(directory, name, 'migration.sql'), 'utf8'),
    })),
  );
}

/** Every migration of the sets in the order of their names, which begin with the time at which they were written. */
async function migrationsList(sets: MigrationSets): Promise<Migration[]> {
  const read = await Promise.all(sets.map(readMigrations));
  return read.flat().sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Applies every migration of the sets that the schema does not have yet; running it again is a no-op, and one that was
 * stopped midway is applied by the next run.
 * Holds Prisma's advisory lock, so that two runs cannot interleave. Returns the names applied.
 * @throws Error that names the migration, or of the driver when the database cannot be reached
 */
export async function applyMigrations(
  target: SchemaTarget,
  sets: MigrationSets,
  patience: Partial<Patience> = {},
): Promise<string[]> {
  const all = await migrationsList(sets);
  return migrating(target, async (client) => {
    const before = await appliedMigrations(client);
    if (all.every(({ name }) => before.has(name))) return [];
    await beginRun(client);
    const applied = await appliedMigrations(client);
    const missing = all.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await applyMigration(client, migration, { ...PATIENCE, ...patience });
    return missing.map(({ name }) => name);
  });
}

/** Names of all migrations of the sets, the newest of each set last: what the code needs to have been applied. */
export async function requiredMigrations(sets: MigrationSets): Promise<string[]> {
  const names = (await Promise.all(sets.map(migrationNames))).flat().sort();
  if (names.length === 0) throw new Error('the service has no migrations');
  return names;
}
