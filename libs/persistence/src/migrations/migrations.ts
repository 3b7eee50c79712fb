import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { withSchemaEngine, type SchemaTarget } from './schema-engine.js';

const FILTERS = { externalTables: [], externalEnums: [] };
const LOCKFILE = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
/** The schema is provisioned with its role; a service's own role may not create schemas. */
const CREATE_SCHEMA = /-- CreateSchema\nCREATE SCHEMA [^;]*;\s*/;
const NO_STATEMENT = /^\s*(--.*\s*)*$/;

/** Directories of migrations: those of the libraries whose tables a service has, then its own. */
export type MigrationSets = readonly string[];

interface Migration {
  path: string;
  migrationFile: { path: string; content: { tag: 'ok'; value: string } };
}

async function migrationNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await migrationNames(directory);
  return Promise.all(
    names.map(async (path) => {
      const value = await readFile(join(directory, path, 'migration.sql'), 'utf8');
      return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
  );
}

/** Every migration of the sets in the order of their names, which begin with the time at which they were written. */
async function migrationsList(sets: MigrationSets) {
  const migrationDirectories = (await Promise.all(sets.map(readMigrations)))
    .flat()
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return { baseDir: sets.at(-1) ?? '', lockfile: LOCKFILE, shadowDbInitScript: '', migrationDirectories };
}

/**
 * Whether every migration of these names is applied, and none has failed. A start that changes nothing then needs no engine:
 * loading it takes a fifth of a second, and its memory is never returned.
 */
async function hasAll({ url, schema }: SchemaTarget, names: readonly string[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // A lost server fails the statement under way. Without a listener its error event would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; ended: boolean }>(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS ended
       FROM ${client.escapeIdentifier(schema)}._prisma_migrations WHERE rolled_back_at IS NULL`,
    );
    const applied = new Set(rows.map((row) => row.name));
    return rows.every((row) => row.ended) && names.every((name) => applied.has(name));
  } catch {
    // No table yet, or no server: the engine makes the one and tells of the other.
    return false;
  } finally {
    await client.end();
  }
}

/**
 * Applies every migration of the sets that the schema does not have yet; running it again is a no-op.
 * Holds Prisma's advisory lock, so that two runs cannot interleave. Returns the names applied.
 */
export async function applyMigrations(target: SchemaTarget, sets: MigrationSets): Promise<string[]> {
  const list = await migrationsList(sets);
  const names = list.migrationDirectories.map(({ path }) => path);
  if (await hasAll(target, names)) return [];
  return withSchemaEngine(target, undefined, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: list,
      filters: FILTERS,
    });
    return appliedMigrationNames;
  });
}

/** Names of all migrations of the sets, the newest of each set last: what the code needs to have been applied. */
export async function requiredMigrations(sets: MigrationSets): Promise<string[]> {
  const names = (await Promise.all(sets.map(migrationNames))).flat().sort();
  if (names.length === 0) throw new Error('the service has no migrations');
  return names;
}

/** SQL that makes the schema of a datamodel. */
export async function schemaSql(target: SchemaTarget, datamodel: string): Promise<string> {
  return diff(target, { tag: 'empty' }, datamodel);
}

/** SQL that leads from the live schema of `target` to a datamodel; empty when they agree. */
export async function missingSql(target: SchemaTarget, datamodel: string): Promise<string> {
  return diff(
    target,
    { tag: 'schemaDatasource', files: [{ path: 'schema.prisma', content: datamodel }], configDir: '' },
    datamodel,
  );
}

async function diff(target: SchemaTarget, from: object, datamodel: string): Promise<string> {
  return withSchemaEngine(target, datamodel, async (engine) => {
    const result = await engine.diff({
      from,
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: datamodel }] },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: false,
      filters: FILTERS,
    } as Parameters<typeof engine.diff>[0]);
    const script = (result.stdout ?? '').replace(CREATE_SCHEMA, '');
    return NO_STATEMENT.test(script) ? '' : script;
  });
}
