// Writes the types of the API client from docs/api/openapi.json and from the schemas of the public events, those of the
// operator CLI from docs/api/operator-openapi.json, and those of the console's pages from docs/api/console-openapi.json.
//   node tools/generators/api-client.mjs          writes them
//   node tools/generators/api-client.mjs --check  fails when they are stale
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { publicEventTypes } from '../../apps/webhooks/dist/events/event-type.model.js';

const root = new URL('../../', import.meta.url);
// A member with a default may be left out of a body; one of no stated shape may hold anything.
const OPTIONS = { defaultNonNullable: false, emptyObjectsUnknown: true };
const HEADER = '// Written by tools/generators/api-client.mjs; do not edit.\n\n';

async function published(name) {
  return JSON.parse(await readFile(new URL(`docs/api/${name}`, root), 'utf8'));
}

/** Only what a bearer calls below `/api`: the client does not fetch documents at the root of the host. */
function callable(document) {
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/'));
  return { ...document, paths: Object.fromEntries(paths) };
}

function eventDocument() {
  const schemas = Object.fromEntries(publicEventTypes().map(({ type, schema }) => [type, schema]));
  return { openapi: '3.1.0', info: { title: 'Events', version: 'v1' }, paths: {}, components: { schemas } };
}

async function typesOf(document) {
  return HEADER + astToString(await openapiTypescript(document, OPTIONS));
}

const files = {
  'libs/api-client/src/generated/api.ts': await typesOf(callable(await published('openapi.json'))),
  'libs/api-client/src/generated/events.ts': await typesOf(eventDocument()),
  'tools/cli/src/instance/generated/operator-api.ts': await typesOf(await published('operator-openapi.json')),
  'apps/web/src/console/api/generated/console-api.ts': await typesOf(await published('console-openapi.json')),
};
const check = process.argv.includes('--check');
for (const [name, text] of Object.entries(files)) {
  const file = fileURLToPath(new URL(name, root));
  if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
  if (check) {
    console.error(`${name} is stale; run npm run generate`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`${name} written`);
  }
}
