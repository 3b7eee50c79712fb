// Compares migrations with datamodels on a throw-away PostgreSQL.
//   node tools/generators/prisma-migration.mjs check            fails when a datamodel has no migration
//   node tools/generators/prisma-migration.mjs new SERVICE NAME writes the missing migration
// Each migration keeps the datamodel it leads to beside it: the next one is the difference to that text.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMigrations, diffDatamodels, provisionSchema } from '../../libs/persistence/dist/index.js';
import { createTestDatabase, startPostgres } from '../../libs/testing/dist/index.js';
import { catalogue } from './catalogue.mjs';
import { datamodel, root, services } from './prisma-schema.mjs';

const [command, only, name] = process.argv.slice(2);
if (command !== 'check' && !(command === 'new' && only && name)) {
  console.error('usage: prisma-migration.mjs check | new SERVICE NAME');
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

async function lastDatamodel(directory) {
  const names = (await readdir(directory, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const last = names
    .map((entry) => entry.name)
    .sort()
    .at(-1);
  return last === undefined ? null : readFile(join(directory, last, 'datamodel.prisma'), 'utf8');
}

/** What the migrations build against what the datamodel says, both as real schemas. */
async function drift(server, service, directory) {
  const schema = service.replaceAll('-', '_');
  const migrated = await emptySchema(server, schema);
  await applyMigrations(migrated, directory);
  const wanted = await emptySchema(server, schema);
  const sql = await diffDatamodels(wanted, null, await datamodel(service));
  const [have, want] = await Promise.all([catalogue(migrated), catalogue(wanted, sql)]);
  return [
    ...want.filter((line) => !have.includes(line)).map((line) => `missing: ${line}`),
    ...have.filter((line) => !want.includes(line)).map((line) => `left over: ${line}`),
  ];
}

async function writeMigration(server, service, directory) {
  const target = await emptySchema(server, service.replaceAll('-', '_'));
  const model = await datamodel(service);
  const sql = await diffDatamodels(target, await lastDatamodel(directory), model);
  if (sql === '') return console.log(`${service}: nothing to migrate`);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(directory, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), sql);
  await writeFile(join(folder, 'datamodel.prisma'), model);
  console.log(`${service}: wrote ${stamp}_${name}`);
}

const server = await startPostgres();
let failed = false;
try {
  for (const service of command === 'new' ? [only] : services) {
    const directory = join(root, `apps/${service}/prisma/migrations`);
    await mkdir(directory, { recursive: true });
    if (command === 'new') {
      await writeMigration(server, service, directory);
      continue;
    }
    const lines = await drift(server, service, directory);
    if (lines.length === 0) continue;
    failed = true;
    console.error(
      `${service}: migrations and datamodel differ; run "npm run migration -- ${service} NAME"\n  ${lines.join('\n  ')}`,
    );
  }
} finally {
  await server.stop();
}
process.exit(failed ? 1 : 0);
