// Makes a fresh clone runnable with nothing but Node 18 or newer: installs the pinned pnpm's packages, among
// them the Node that everything else runs on. Imports nothing that is not part of Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const PNPM = 'pnpm@12.21.0';
const NODE = '24.21.0';
const stamp = join(root, 'node_modules', '.capture-install');
/** What no process of the product is built of or started by: a quarter of what there is to download (ADR 74). */
const { leftOutOfStarts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).capture;
const PRODUCT_ONLY = leftOutOfStarts.map((name) => `--filter=!@capture/${name}`);

/**
 * What every process of the product runs with, in images too (`deploy/Dockerfile`). Uploads fill the young generation with
 * short-lived buffers; a small one takes a third off the memory and costs nothing that can be measured. The next three keep
 * the collector out of the way of the one thread that answers (docs/adr/0075-a-collector-that-gives-way.md), and the last one
 * keeps what a call needs out of the old generation (docs/adr/0087-what-outlives-its-call.md). Source maps
 * would be read for every module at its load, a tenth of a start; `NODE_OPTIONS=--enable-source-maps` asks for them.
 */
export const productFlags = [
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  '--heap-growing-percent=200',
  '--external-memory-accounted-in-global-limit',
  '--no-allocation-site-pretenuring',
];

/** Compiled code is kept between starts, which spares each process a tenth of its start (Node's module compile cache). */
export const productEnv = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.capture-compiled'),
};

/** Path of the pinned Node, or of the one that runs now where npm has no build of it for this platform. */
export function pinnedNode() {
  const path = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : process.execPath;
}

/** Environment in which `node` and the project's tools are the pinned ones. */
export function toolEnv(extra = {}) {
  const bin = join(root, 'node_modules', '.bin');
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...process.env, PATH: `${bin}${separator}${process.env.PATH ?? ''}`, ...extra };
}

/** The same for Nx: no process of its own stays behind, nothing leaves the machine, output is plain lines. */
export function nxEnv() {
  return toolEnv({ NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' });
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
}

/**
 * Installs what is missing since the lockfile changed; otherwise takes no time.
 * @param {'all' | 'product'} [extent] `product` is what a start needs; tests and tools are installed when they are first used
 */
export function ensureInstalled(extent = 'all') {
  const wanted = lockHash();
  const [lock, installed] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (lock === wanted && (installed === 'all' || installed === extent)) return;
  const started = Date.now();
  console.log('Installing packages with the pinned pnpm (the first time, or the lockfile changed)…');
  // The lockfile holds the digest of every package, so what is downloaded is what was reviewed. Whether the registry still
  // stands by these packages is asked by `npm run lint`: asking takes as long as the download itself.
  const install = ['install', '--frozen-lockfile', '--trust-lockfile', '--reporter=append-only'];
  const args = [
    'exec',
    '--yes',
    `--package=${PNPM}`,
    '--',
    'pnpm',
    ...install,
    ...(extent === 'product' ? PRODUCT_ONLY : []),
    `--config.node-version=${NODE}`,
  ];
  const result = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error(
      '\nThe install failed. Check that the npm registry can be reached, then run the same command again.',
    );
    process.exit(1);
  }
  writeFileSync(stamp, `${wanted} ${extent}`);
  console.log(`  ✓ packages (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

/** Runs a command with the pinned tools; ends this process when it fails. */
export function runTool(command, args, options = {}) {
  const cwd = join(root, options.cwd ?? '');
  const result = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: toolEnv(options.env),
  });
  if (result.status === 0) return;
  console.error(
    `\n${options.onFailure ?? `${command} ${args.join(' ')} failed; its output above says why.`}`,
  );
  process.exit(result.status ?? 1);
}

/** Runs a command in place of this process: passes signals on and ends with its exit code. */
export function become(command, args, env = {}) {
  const child = spawn(command, args, { stdio: 'inherit', env: toolEnv(env) });
  // A terminal sends Ctrl-C to the child as well, so only signals aimed at us alone are passed on.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A parent can die without a signal to its children, as a shell does that npm stops: the child ends then, too.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
}
