// The proofs of a cluster, inside the namespaces that `npm run test:cluster` makes for a run.
// Usage: node main.js ROOT LOGS [--images FILE] [--former ROOT] [--short | --all | PROOF…]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mountImages, unpackImages } from './pods/images.js';
import { Installation, SERVICES, type Version } from './proofs/installation.js';
import { PROOFS, SHORT, USUAL } from './proofs/proofs.js';
import { release } from './proofs/upgrade.js';

const TAG = '0.1.0';
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    images: { type: 'string' },
    former: { type: 'string' },
    'former-images': { type: 'string' },
    short: { type: 'boolean' },
    all: { type: 'boolean' },
  },
});
const [root = '', logs = '', ...named] = positionals;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** On a file system in memory that no other process sees: gone with this run, however it ends. */
const directory = '/run/capture-cluster';
mkdirSync(directory, { recursive: true });

function chosen(): string[] {
  if (options.all) return Object.keys(PROOFS);
  if (options.short) return [...SHORT];
  return named.length > 0 ? named : [...USUAL];
}

async function thisVersion(): Promise<Version> {
  const cache = join(root, 'node_modules/.cache/capture-cluster');
  const names = SERVICES.map((service) => `capture/${service}:${TAG}`);
  const images =
    options.images === undefined
      ? await unpackImages(cache, names)
      : await mountImages(options.images, join(directory, 'images'), TAG);
  return { root, tag: TAG, images };
}

async function formerVersion(): Promise<Version | undefined> {
  if (options.former === undefined) return undefined;
  const tag = 'former';
  const file = options['former-images'] ?? '';
  return { root: options.former, tag, images: await mountImages(file, join(directory, 'images'), tag) };
}

let failed = 0;
async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const begun = Date.now();
  const took = (): string => `${((Date.now() - begun) / 1000).toFixed(1)} s`;
  try {
    await work();
    say(`✓ ${name} (${took()})`);
  } catch (error) {
    failed += 1;
    say(`✗ ${name} (${took()})\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

const proofs = chosen();
const unknown = proofs.filter((name) => !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) {
  say(`No proof: ${unknown.join(', ')}. There are ${Object.keys(PROOFS).join(', ')}.`);
  process.exit(2);
}
let installation: Installation | undefined;
const [current, former] = [await thisVersion(), await formerVersion()];
await timed('a node, PostgreSQL, NATS, Redis and an S3 server', async () => {
  const versions: [Version, ...Version[]] = former === undefined ? [current] : [former, current];
  installation = await Installation.prepare(versions, { root, directory, logs }, 2);
});
const made = installation;
if (made !== undefined) {
  const what = former === undefined ? 'every service' : 'every service of the former commit';
  await timed(`${what} installed, two pods each`, () => made.applyAll());
  if (failed === 0 && former !== undefined)
    await timed('upgrade from the former commit', () => release(made, say, current));
  if (failed === 0)
    for (const [name, proof] of Object.entries(PROOFS))
      if (proofs.includes(name)) await timed(name, () => proof(made, say));
  await made.stop();
}
say(failed > 0 ? `${failed} failed. Logs: ${logs}` : 'All of it holds.');
process.exit(failed > 0 ? 1 : 0);
