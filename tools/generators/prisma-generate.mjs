// Generates the Prisma client of every service. Usage: node tools/generators/prisma-generate.mjs [service…]
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, services, writeGeneratorSchema } from './prisma-schema.mjs';

const run = promisify(execFile);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : services;

async function generate(service) {
  const schema = await writeGeneratorSchema(service);
  const hash = createHash('sha256')
    .update(await readFile(schema))
    .digest('hex');
  const stamp = join(root, `apps/${service}/src/generated/.stamp`);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return;
  await run(
    process.execPath,
    [join(root, 'node_modules/prisma/build/index.js'), 'generate', '--schema', schema],
    {
      cwd: root,
      // The engine binary would be downloaded; generating needs none.
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  );
  await writeFile(stamp, hash);
}

await Promise.all(wanted.map(generate));
