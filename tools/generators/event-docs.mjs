// Writes docs/events from the event classes and their golden samples: one page per public type, and an index.
//   node tools/generators/event-docs.mjs          writes the pages
//   node tools/generators/event-docs.mjs --check  fails when a page is missing, stale or left over, or a sample is
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import {
  describeEventFields,
  eventDefinitions,
  eventFields,
  eventSample,
  parseEvent,
  sampleFileName,
} from '../../libs/contracts/dist/index.js';
import { publicEventTypes } from '../../apps/webhooks/dist/events/event-type.model.js';

const PAGES = new URL('../../docs/events/', import.meta.url);
const SAMPLES = new URL('../../libs/contracts/samples/', import.meta.url);
const check = process.argv.includes('--check');

const escaped = (text) => text.replaceAll('|', '\\|');

/** What a field may hold, in words. */
function typeOf(name, schema) {
  if (name === 'metadata') return 'object';
  const types = [schema.type].flat();
  const values = schema.enum?.filter((value) => value !== null).map((value) => `\`${value}\``);
  const base = values ? values.join(', ') : (idPrefix(schema) ?? types.find((type) => type !== 'null'));
  return types.includes('null') ? `${base} or null` : base;
}

function idPrefix({ pattern }) {
  const prefix = /^\^([a-z]{3,4})_\[0-7\]/.exec(pattern ?? '')?.[1];
  return prefix === undefined ? undefined : `\`${prefix}_…\``;
}

function fieldTable(definition) {
  const rows = describeEventFields(definition).map(({ name, required, description, schema }) => {
    const help = name === 'metadata' ? 'Your own metadata, exactly as it was sent' : (description ?? '');
    return `| \`${name}\`${required ? '' : ' (may be absent)'} | ${escaped(typeOf(name, schema))} | ${escaped(help)} |`;
  });
  return ['| field of `data` | value | |', '| --- | --- | --- |', ...rows].join('\n');
}

function page({ type, description, example }, definition) {
  return [
    `# ${type}`,
    description,
    fieldTable(definition),
    '## Example',
    'The body as it is sent:',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    '[All events](README.md) · [Receiving events](../guides/webhooks.md)',
  ].join('\n\n');
}

function index(types, internal) {
  const row = ({ type, description }) => `| [${type}](${type}.md) | ${escaped(description)} |`;
  return [
    '# Events',
    'What webhooks carry and `GET /v1/events` lists. `GET /v1/event-types` has the JSON Schema of each body. How to receive,\nverify and reconcile them: [the guide](../guides/webhooks.md).',
    ['| type | when |', '| --- | --- |', ...types.map(row)].join('\n'),
    '## Inside the system',
    'These travel between services only; no endpoint gets them.',
    [
      '| type | when |',
      '| --- | --- |',
      ...internal.map(({ type, description }) => `| ${type} | ${escaped(description)} |`),
    ].join('\n'),
    'Every type has a golden sample in `libs/contracts/samples`. Changes are additive: old samples must still parse.\nAfter a change of an event class, run `npm run generate` and commit the pages.',
  ].join('\n\n');
}

/** Names of pages and their text. */
async function render() {
  const definitions = eventDefinitions();
  const types = publicEventTypes();
  const internal = definitions.filter(({ audience }) => audience === 'internal');
  const pages = new Map([['README.md', index(types, internal)]]);
  for (const one of types) {
    const definition = definitions.find(
      ({ type, version }) => type === one.type && `v${version}` === one.version,
    );
    pages.set(`${one.type}.md`, page(one, definition));
  }
  const options = { ...(await resolveConfig(new URL('README.md', PAGES))), parser: 'markdown' };
  for (const [name, text] of pages) pages.set(name, await format(text, options));
  return pages;
}

/** What is wrong with the golden samples: missing, left over, of another shape than their class. */
async function sampleFaults() {
  const faults = [];
  const names = new Set(eventDefinitions().map(sampleFileName));
  for (const name of await readdir(SAMPLES))
    if (!names.has(name)) faults.push(`libs/contracts/samples/${name}: no such event`);
  for (const definition of eventDefinitions()) {
    const name = `libs/contracts/samples/${sampleFileName(definition)}`;
    try {
      const sample = eventSample(definition);
      parseEvent(definition.constructor, sample);
      const [shown, declared] = [Object.keys(sample.data), eventFields(definition)].map((fields) =>
        fields.sort().join(),
      );
      if (shown !== declared) faults.push(`${name}: stale; the class declares ${declared}`);
    } catch (error) {
      faults.push(`${name}: ${error.message}`);
    }
  }
  return faults;
}

const faults = await sampleFaults();
if (faults.length === 0) {
  await mkdir(PAGES, { recursive: true });
  const pages = await render();
  for (const name of (await readdir(PAGES)).filter((name) => !pages.has(name))) {
    if (check) faults.push(`docs/events/${name}: left over`);
    else await rm(new URL(name, PAGES));
  }
  for (const [name, text] of pages) {
    const file = new URL(name, PAGES);
    if (!check) await writeFile(file, text);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== text)
      faults.push(`docs/events/${name}: stale; run "npm run generate"`);
  }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
