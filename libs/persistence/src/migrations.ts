import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withSchemaEngine, type SchemaTarget } from './schema-engine.js';

const FILTERS = { externalTables: [], externalEnums: [] };

async function migrationNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Applies every migration of `directory` that the schema does not have yet; running it again is a no-op.
 * Holds Prisma's advisory lock, so that two runs cannot interleave. Returns the names applied.
 */
export async function applyMigrations(target: SchemaTarget, directory: string): Promise<string[]> {
  const names = await migrationNames(directory);
  const migrationDirectories = await Promise.all(
    names.map(async (path) => {
      const value = await readFile(join(directory, path, 'migration.sql'), 'utf8');
      return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
  );
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  const migrationsList = { baseDir: directory, lockfile, shadowDbInitScript: '', migrationDirectories };
  return withSchemaEngine(target, undefined, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: FILTERS });
    return appliedMigrationNames;
  });
}

/** Name of the newest migration in `directory`: the schema version that the code was written for. */
export async function latestMigration(directory: string): Promise<string> {
  const newest = (await migrationNames(directory)).at(-1);
  if (newest === undefined) throw new Error('the service has no migrations');
  return newest;
}

/**
 * SQL that turns a schema of datamodel `from` into one of datamodel `to`; empty when they agree. Compares texts:
 * the engine cannot describe a live database through the driver adapter.
 */
export async function diffDatamodels(target: SchemaTarget, from: string | null, to: string): Promise<string> {
  const files = (content: string): { path: string; content: string }[] => [
    { path: 'schema.prisma', content },
  ];
  return withSchemaEngine(target, to, async (engine) => {
    const result = await engine.diff({
      from: from === null ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: files(from) },
      to: { tag: 'schemaDatamodel', files: files(to) },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: false,
      filters: FILTERS,
    } as Parameters<typeof engine.diff>[0]);
    // The schema is provisioned with its role; a service's own role may not create schemas.
    const script = (result.stdout ?? '').replace(/-- CreateSchema\nCREATE SCHEMA [^;]*;\s*/, '');
    return /^\s*(--.*\s*)*$/.test(script) ? '' : script;
  });
}
