// Writes the types of libs/api-client from docs/api/openapi.json and from the schemas of the public events.
//   node tools/generators/api-client.mjs          writes them
//   node tools/generators/api-client.mjs --check  fails when they are stale
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { publicEventTypes } from '../../apps/webhooks/dist/event-type.model.js';

const DOCUMENT = new URL('../../docs/api/openapi.json', import.meta.url);
const TARGET = new URL('../../libs/api-client/src/generated/', import.meta.url);
// A member with a default may be left out of a body; one of no stated shape may hold anything.
const OPTIONS = { defaultNonNullable: false, emptyObjectsUnknown: true };
const HEADER = '// Written by tools/generators/api-client.mjs; do not edit.\n\n';

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
  'api.ts': await typesOf(callable(JSON.parse(await readFile(DOCUMENT, 'utf8')))),
  'events.ts': await typesOf(eventDocument()),
};
const check = process.argv.includes('--check');
await mkdir(TARGET, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const url = new URL(name, TARGET);
  if ((await readFile(url, 'utf8').catch(() => '')) === text) continue;
  if (check) {
    console.error(`libs/api-client/src/generated/${name} is stale; run npm run generate`);
    process.exitCode = 1;
  } else {
    await writeFile(url, text);
    console.log(`libs/api-client/src/generated/${name} written`);
  }
}
