// Builds everything that a start needs; parts whose sources did not change take no time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, pinnedNode, root, runTool, toolEnv } from './install.mjs';

const THIS_FILE = fileURLToPath(import.meta.url);

/** Each is a process, an image and a chart. */
export const SERVICES = ['accounts', 'capture-requests', 'gateway', 'recordings', 'sessions', 'webhooks'];

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Of the files below `folders`, by size and time, and of the packages that they use. */
function sourceHash(folders) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'pnpm-lock.yaml')));
  for (const file of folders.flatMap(filesBelow).sort()) {
    const { mtimeMs, size } = statSync(join(root, file));
    hash.update(`${file}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest('hex');
}

/** Builds what lies in `output` unless the files below `folders` are those that it was built from. */
export function whenChanged(output, folders, build) {
  const stamp = join(root, output, '.build-stamp');
  const wanted = sourceHash(folders);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  build();
  writeFileSync(stamp, wanted);
}

function timed(title, work) {
  const started = Date.now();
  work();
  console.log(`  ✓ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

/** What the project at `path` needs: database clients, and everything that it refers to; all of it without a path. `options` are tsc's. */
export function buildServices(path = '.', ...options) {
  timed('database clients', () => runTool(pinnedNode(), ['tools/generators/prisma-generate.mjs']));
  timed('services', () => runTool('tsc', ['-b', path, '--pretty', 'false', ...options]));
}

const PROCESSES = 'dist/processes';

function processSources() {
  const apps = readdirSync(join(root, 'apps')).filter((app) => app !== 'web' && app !== 'e2e');
  const libs = readdirSync(join(root, 'libs'));
  const sources = [...apps.map((app) => `apps/${app}/src`), ...libs.map((lib) => `libs/${lib}/src`)];
  return [...sources, 'tools/bundles/src', 'tools/patches'];
}

/** What runs in a checkout: the compiled services, each with its packages in a few files. */
export function buildProcesses() {
  timed('processes', () =>
    whenChanged(PROCESSES, processSources(), () =>
      runTool(pinnedNode(), ['tools/bundles/src/processes.mjs']),
    ),
  );
}

/** What a bundler builds, and the folders that it is built from; the web app uses the SDK, so the order counts. */
const BUNDLES = {
  'libs/browser-sdk': ['libs/browser-sdk'],
  'apps/web': ['libs/browser-sdk', 'apps/web'],
};

function buildBundle(path) {
  whenChanged(`${path}/dist`, BUNDLES[path], () => runTool(pinnedNode(), ['--run', 'build'], { cwd: path }));
}

function buildBundles(paths = Object.keys(BUNDLES)) {
  timed(paths.join(', '), () => paths.forEach(buildBundle));
}

/** Builds them in a process of its own. All of its output is shown where it fails, else the last line, which says how long it took. */
async function buildBundlesBeside() {
  const child = spawn(pinnedNode(), [THIS_FILE, ...Object.keys(BUNDLES)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: toolEnv(),
  });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  const output = Buffer.concat(chunks).toString().trimEnd();
  if (code === 0) return console.log(output.slice(output.lastIndexOf('\n') + 1));
  console.error(output);
  process.exit(code ?? 1);
}

/** Database clients, services, their processes, browser SDK, web app, tools and what only tests import. */
export function build() {
  buildServices();
  buildProcesses();
  buildBundles();
}

/**
 * What a start needs, in three quarters of the time: what browsers load is built beside the services, and types are left for
 * `npm run lint` and `npm test` to check.
 */
export async function buildProduct() {
  const bundles = buildBundlesBeside();
  buildServices('apps/standalone', '--noCheck');
  buildProcesses();
  await bundles;
}

// Usage: build.mjs [libs/browser-sdk] [apps/web], everything without them.
if (process.argv[1] === THIS_FILE) {
  const [, , ...bundles] = process.argv;
  ensureInstalled(bundles.length > 0 ? 'product' : 'all');
  if (bundles.length > 0) buildBundles(bundles);
  else build();
}
