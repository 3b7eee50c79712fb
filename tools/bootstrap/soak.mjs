// npm run test:soak: the proofs that repeat something many times, at their full counts.
// Usage: npm run test:soak [-- --list | --only NAME | --seed N | --resume]
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { ensureInstalled, pinnedNode, root, toolEnv } from './install.mjs';
import { ensureServers, TEST_SERVERS } from './servers.mjs';

const MODES = ['standalone', 'distributed'];
const PROGRESS_EVERY_MS = 5_000;
/** Full counts take long. A proof that hangs is found by the time limits of its own waits. */
const TEST_LIMIT_MS = 3_600_000;
const HOME = join(root, 'node_modules', '.capture-soak');
const STATE = join(HOME, 'state.json');
/** A proof is a test file whose repetitions scale: through `soak()` of the testing library, or by itself. */
const IS_PROOF = /\bsoak\(|SOAK_SCALE/;

function testsBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every proof by its name, as `recordings/kill`; the black-box ones once for each mode. */
function findProofs() {
  const proofs = [];
  for (const group of ['libs', 'apps'])
    for (const project of readdirSync(join(root, group))) {
      const isBlackBox = project === 'e2e';
      const folder = join(group, project, isBlackBox ? 'src' : 'test');
      if (!readdirSync(join(root, group, project)).includes(basename(folder))) continue;
      for (const file of testsBelow(folder)) {
        if (!IS_PROOF.test(readFileSync(file, 'utf8'))) continue;
        const name = `${project}/${basename(file, '.test.ts')}`;
        if (!isBlackBox) proofs.push({ name, file, project: 'integration', env: {} });
        else
          for (const mode of MODES)
            proofs.push({ name: `${name}:${mode}`, file, project: 'e2e', env: { CAPTURE_E2E_MODE: mode } });
      }
    }
  // Makes namespaces and containers, for which it has to be root.
  if (process.platform === 'linux' && process.getuid() === 0)
    proofs.push({ name: 'cluster', command: ['tools/bootstrap/cluster.mjs', '--all'] });
  return proofs;
}

/** What runs a proof: vitest, or a command of its own. */
function programOf({ file, project, command }) {
  if (command !== undefined) return [pinnedNode(), command];
  return ['vitest', ['run', '--project', `${project}*`, `--testTimeout=${TEST_LIMIT_MS}`, file]];
}

function readJson(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
}

const seconds = (since) => Math.round((Date.now() - since) / 1000);
const progressFile = (name) => join(HOME, `${name.replaceAll(/\W+/g, '-')}.json`);

/** Set by Ctrl-C, which ends the proof that runs and then the whole run. */
let interrupted = false;
let running;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true;
    running?.kill('SIGTERM');
  });

/** Runs one proof and prints its progress every few seconds; resolves with true when it holds. */
function run(proof, seed) {
  const { name, env = {} } = proof;
  const started = Date.now();
  const progress = progressFile(name);
  const settings = { SOAK_SCALE: '1', SOAK_SEED: String(seed), SOAK_PROGRESS: progress, FORCE_COLOR: '0' };
  const [program, args] = programOf(proof);
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: toolEnv({ ...settings, ...env }),
  });
  running = child;
  let shown = '';
  const timer = setInterval(() => {
    const steps = Object.entries(readJson(progress, {})).map(
      ([what, { done, of }]) => `${what}: ${done} of ${of}`,
    );
    const text = steps.join(', ');
    if (text !== shown) console.log(`  ${seconds(started)} s  ${name}  ${text}`);
    shown = text;
  }, PROGRESS_EVERY_MS);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearInterval(timer);
      const outcome = interrupted ? 'interrupted:' : code === 0 ? '✓' : '✗';
      console.log(`${outcome} ${name} (${seconds(started)} s)`);
      resolve(code === 0);
    });
  });
}

/** What is known of this run: its seed, and the proofs that have held under it. */
function openState({ seed, resume }) {
  const known = resume ? readJson(STATE, undefined) : undefined;
  if (resume && !known) console.log('Nothing to resume: starting anew.');
  if (known) return known;
  rmSync(HOME, { recursive: true, force: true });
  mkdirSync(HOME, { recursive: true });
  const state = { seed: seed === undefined ? Date.now() % 2 ** 31 : Number(seed), held: [] };
  save(state);
  return state;
}

function save(state) {
  writeFileSync(STATE, JSON.stringify(state));
}

async function main(options) {
  const proofs = findProofs();
  if (options.list) return console.log(proofs.map(({ name }) => name).join('\n'));
  const chosen = proofs.filter(({ name }) => options.only === undefined || name.startsWith(options.only));
  if (chosen.length === 0) {
    console.error(`--only takes the beginning of one of: ${proofs.map(({ name }) => name).join(', ')}`);
    process.exit(2);
  }
  if (options.seed !== undefined && !/^\d{1,10}$/.test(options.seed)) {
    console.error('--seed takes a whole number');
    process.exit(2);
  }
  ensureInstalled();
  ensureServers(TEST_SERVERS);
  console.log('Building…');
  build();
  const state = openState(options);
  console.log(
    `Seed ${state.seed} (\`--seed ${state.seed}\` repeats it, \`--resume\` goes on after an interruption).`,
  );
  const failed = [];
  for (const [index, proof] of chosen.entries()) {
    console.log(`\n── ${index + 1} of ${chosen.length}: ${proof.name} ──`);
    if (state.held.includes(proof.name)) console.log('✓ has held under this seed before');
    else if (await run(proof, state.seed)) state.held.push(proof.name);
    else failed.push(proof.name);
    save(state);
    if (interrupted) process.exit(130);
  }
  console.log(`\n${chosen.length - failed.length} of ${chosen.length} proofs hold under seed ${state.seed}.`);
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
  process.exit(failed.length > 0 ? 1 : 0);
}

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
});
await main(values);
