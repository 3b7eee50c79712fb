// How long the product takes to start, on a fresh clone and again, and the memory that it takes while nobody calls.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productEnv, root } from '../bootstrap/install.mjs';
import { freePort, pause, Product, readCredentials } from './product.mjs';
import { memoryOf } from './src/processes.mjs';
import { median } from './statistics.mjs';

const STARTS = 5;
/** After the start, when what only a start needs has been given back. */
const IDLE_MS = 20_000;

/**
 * Milliseconds from `npm start` in a clone of the last commit until it takes calls. A home directory of its own: packages are downloaded,
 * installed and built first.
 */
async function firstStart() {
  const folder = await mkdtemp(join(tmpdir(), 'capture-bench-clone-'));
  try {
    const clone = join(folder, 'capture');
    const cloned = spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
    if (cloned.status !== 0) throw new Error('git could not clone the repository');
    const { PATH = '' } = process.env;
    const port = String(await freePort());
    const env = { PATH: withoutOurs(PATH), HOME: join(folder, 'home'), CAPTURE_PORT: port };
    const started = performance.now();
    const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] });
    const exited = once(child, 'exit');
    const { pid } = await readCredentials(join(clone, '.capture'), child);
    const took = performance.now() - started;
    process.kill(pid, 'SIGTERM');
    await exited;
    return took;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A machine on which only Node is installed has none of the tools of this clone. */
function withoutOurs(path) {
  return path
    .split(':')
    .filter((folder) => !folder.startsWith(root))
    .join(':');
}

async function laterStarts(progress) {
  const product = await Product.start('standalone', productEnv);
  try {
    const times = [];
    for (let start = 1; start <= STARTS; start += 1) {
      await product.restart();
      times.push(product.startedInMs);
      progress(`start ${start} of ${STARTS}: ${Math.round(product.startedInMs)} ms`);
    }
    await pause(IDLE_MS);
    return { times, memory: await memoryOf(product.credentials.pid) };
  } finally {
    await product.remove();
  }
}

export async function starts(progress) {
  const { times, memory } = await laterStarts(progress);
  progress('first start of a fresh clone');
  const first = await firstStart();
  const row = { runs: 1 };
  return [
    {
      ...row,
      what: 'first start of a fresh clone, packages downloaded and built',
      ours: `${(first / 1000).toFixed(1)} s`,
      goal: '≤ 45 s',
    },
    {
      what: 'start of an instance with data',
      ours: `${(median(times) / 1000).toFixed(2)} s`,
      goal: '≤ 2.5 s',
      runs: STARTS,
    },
    {
      ...row,
      what: 'memory of the process of an idle instance',
      ours: `${Math.round(memory)} MiB`,
      goal: '≤ 250 MiB',
    },
  ];
}
