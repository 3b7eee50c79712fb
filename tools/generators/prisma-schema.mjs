// The datamodels: of the libraries that keep tables in every service's schema, and of the services, which have theirs besides.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const services = ['accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'];
export const libraries = ['persistence', 'outbox'];

const DATASOURCE = 'datasource db {\n  provider = "postgresql"\n}\n';

/** What has migrations of its own, libraries first: their tables are part of each service's schema. */
export const owners = [
  ...libraries.map((name) => ({ name, folder: `libs/${name}`, model: `${name}.prisma`, uses: [] })),
  ...services.map((name) => ({ name, folder: `apps/${name}`, model: 'schema.prisma', uses: libraries })),
];

/** Directory of an owner's own migrations. */
export function migrationsOf({ folder }) {
  return join(root, folder, 'prisma/migrations');
}

/** Directories of the migrations that make an owner's schema. */
export function migrationSets(owner) {
  const used = owners.filter(({ name }) => owner.uses.includes(name));
  return [...used, owner].map(migrationsOf);
}

/** Prisma schema text of an owner and of what it uses, without a generator block. */
export async function datamodel(owner) {
  const used = owners.filter(({ name }) => owner.uses.includes(name));
  const files = [owner, ...used].map(({ folder, model }) => join(root, folder, 'prisma', model));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [DATASOURCE, ...texts].join('\n');
}

/** Writes a service's schema with its generator block where the Prisma CLI reads it; returns the path. */
export async function writeGeneratorSchema(service) {
  const path = join(root, `apps/${service}/src/generated/schema.prisma`);
  const generator = [
    'generator client {',
    '  provider            = "prisma-client"',
    '  output              = "./prisma"',
    '  runtime             = "nodejs"',
    '  moduleFormat        = "esm"',
    // Half of the size of the fast one, of which a process holds two copies as text and one compiled; hot paths go past it.
    '  compilerBuild       = "small"',
    '  importFileExtension = "js"',
    '}\n',
  ].join('\n');
  const text = `${generator}\n${await datamodel(owners.find(({ name }) => name === service))}`;
  await mkdir(dirname(path), { recursive: true });
  // A file of the same text keeps its time, by which builds know what changed.
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text);
  return path;
}
