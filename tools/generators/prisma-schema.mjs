// The datamodel of a service: its own models and those of the libraries it stores rows for.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const services = ['accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'];

const shared = ['libs/persistence/prisma/persistence.prisma', 'libs/outbox/prisma/outbox.prisma'];

/** Prisma schema text of one service, without a generator block. */
export async function datamodel(service) {
  const files = [`apps/${service}/prisma/schema.prisma`, ...shared];
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return ['datasource db {\n  provider = "postgresql"\n}\n', ...texts].join('\n');
}

/** Writes the schema with its generator block where the Prisma CLI reads it; returns the path. */
export async function writeGeneratorSchema(service) {
  const path = join(root, `apps/${service}/src/generated/schema.prisma`);
  const generator = [
    'generator client {',
    '  provider            = "prisma-client"',
    '  output              = "./prisma"',
    '  runtime             = "nodejs"',
    '  moduleFormat        = "esm"',
    '  importFileExtension = "js"',
    '}\n',
  ].join('\n');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${generator}\n${await datamodel(service)}`);
  return path;
}
