// The proofs of a cluster, inside the namespaces that `npm run test:cluster` makes for a run.
// Usage: node main.js ROOT LOGS [PROOF…]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Installation } from './proofs/installation.js';
import { PROOFS } from './proofs/proofs.js';

const [, , root = '', logs = '', ...named] = process.argv;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** On a file system in memory that no other process sees: gone with this run, however it ends. */
const directory = '/run/capture-cluster';
mkdirSync(directory, { recursive: true });

const chosen = Object.entries(PROOFS).filter(([name]) => named.length === 0 || named.includes(name));
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
