// The proofs of a cluster, inside the namespaces that `npm run test:cluster` makes for a run.
// Usage: node main.js ROOT LOGS [PROOF… | --all]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Installation } from './proofs/installation.js';
import { LONG, PROOFS } from './proofs/proofs.js';

const [, , root = '', logs = '', ...named] = process.argv;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** On a file system in memory that no other process sees: gone with this run, however it ends. */
const directory = '/run/capture-cluster';
mkdirSync(directory, { recursive: true });

const isChosen = (name: string): boolean =>
  named.length === 0 ? !LONG.includes(name) : named.includes(name) || named.includes('--all');
const chosen = Object.entries(PROOFS).filter(([name]) => isChosen(name));
const unknown = named.filter((name) => name !== '--all' && !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) {
  say(`No proof: ${unknown.join(', ')}. There are ${Object.keys(PROOFS).join(', ')}.`);
  process.exit(2);
}
let failed = 0;
let begun = Date.now();
const cache = join(root, 'node_modules/.cache/capture-cluster');
const installation = await Installation.prepare({ root, directory, logs, cache }, 2);
say(`✓ a node, PostgreSQL, NATS, Redis and an S3 server (${seconds(begun)})`);
begun = Date.now();
await installation.installAll();
say(`✓ every service installed, two pods each (${seconds(begun)})`);
for (const [name, proof] of chosen) {
  begun = Date.now();
  try {
    await proof(installation, say);
    say(`✓ ${name} (${seconds(begun)})`);
  } catch (error) {
    failed += 1;
    say(
      `✗ ${name} (${seconds(begun)})\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
await installation.stop();
say(`${chosen.length - failed} of ${chosen.length} proofs hold.${failed > 0 ? ` Logs: ${logs}` : ''}`);
process.exit(failed > 0 ? 1 : 0);
