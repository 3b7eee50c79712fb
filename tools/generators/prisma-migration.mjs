// Compares migrations with datamodels on a throw-away PostgreSQL.
//   node tools/generators/prisma-migration.mjs check          fails when a datamodel and its migrations differ
//   node tools/generators/prisma-migration.mjs new OWNER NAME writes the missing migration of a service or library
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMigrations, provisionSchema } from '../../libs/persistence/dist/index.js';
import { missingSql, schemaSql } from '../../libs/persistence/dist/migrations/schema-sql.js';
import { createTestDatabase, startPostgres } from '../../libs/testing/dist/index.js';
import { catalogue, partitionedTables } from './catalogue.mjs';
import { datamodel, migrationsOf, migrationSets, owners } from './prisma-schema.mjs';

const [command, only, name] = process.argv.slice(2);
const wanted = owners.find((owner) => owner.name === only);
if (command !== 'check' && !(command === 'new' && wanted && name)) {
  const names = owners.map((owner) => owner.name).join(' | ');
  console.error(`usage: prisma-migration.mjs check | new OWNER NAME\nOWNER is one of: ${names}`);
  process.exit(2);
}

async function emptySchema(server, schema) {
  const database = await createTestDatabase(server.adminUrl);
  const role = `drift_${schema}`;
  await provisionSchema(database.adminUrl, { schema, role, password: 'drift' });
  const url = new URL(database.adminUrl);
  url.username = role;
  url.password = 'drift';
  return { url: url.toString(), schema };
}

async function migratedSchema(server, owner) {
  const target = await emptySchema(server, owner.name.replaceAll('-', '_'));
  await applyMigrations(target, migrationSets(owner));
  return target;
}

/** What the migrations build against what the datamodel says, both as real schemas. */
async function drift(server, owner) {
  const migrated = await migratedSchema(server, owner);
  const intended = await emptySchema(server, migrated.schema);
  const model = await datamodel(owner);
  const sql = await schemaSql(intended, model);
  const [have, made] = await Promise.all([catalogue(migrated), catalogue(intended, sql)]);
  const want = [...made, ...partitionedTables(model)];
  return [
    ...want.filter((line) => !have.includes(line)).map((line) => `missing: ${line}`),
    ...have.filter((line) => !want.includes(line)).map((line) => `left over: ${line}`),
  ];
}

async function check(server) {
  let differs = false;
  for (const owner of owners) {
    const lines = await drift(server, owner);
    if (lines.length === 0) continue;
    differs = true;
    const help = `run "npm run migration -- ${owner.name} NAME"`;
    console.error(`${owner.name}: migrations and datamodel differ; ${help}\n  ${lines.join('\n  ')}`);
    // What a library lacks, every service would lack as well.
    if (owner.uses.length === 0) break;
  }
  return !differs;
}

async function writeMigration(server, owner) {
  for (const library of owners.filter(({ name: used }) => owner.uses.includes(used)))
    if ((await drift(server, library)).length > 0) {
      console.error(`${library.name} has no migration for its own tables yet: write that one first`);
      return false;
    }
  const sql = await missingSql(await migratedSchema(server, owner), await datamodel(owner));
  if (sql === '') {
    console.log(`${owner.name}: nothing to migrate`);
    return true;
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsOf(owner), `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), sql);
  console.log(`${owner.name}: wrote ${stamp}_${name}`);
  return true;
}

const server = await startPostgres();
try {
  const succeeded = await (command === 'new' ? writeMigration(server, wanted) : check(server));
  process.exitCode = succeeded ? 0 : 1;
} finally {
  await server.stop();
}
