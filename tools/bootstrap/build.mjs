// Builds everything that a start needs; parts whose sources did not change take no time.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root, runTool } from './install.mjs';

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

/** What the project at `path` needs: database clients, and everything that it refers to; all of it without a path. */
export function buildServices(path = '.') {
  timed('database clients', () => runTool(pinnedNode(), ['tools/generators/prisma-generate.mjs']));
  timed('services', () => runTool('tsc', ['-b', path, '--pretty', 'false']));
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

/**
 * Database clients, services, their processes, browser SDK, web app; with tools and what only tests import, unless it is the product
 * alone that is wanted.
 * @param {'all' | 'product'} [extent] as that of what is installed
 */
export function build(extent = 'all') {
  buildServices(extent === 'product' ? 'apps/standalone' : '.');
  buildProcesses();
  timed('browser SDK and web app', () => Object.keys(BUNDLES).forEach(buildBundle));
}

// Usage: build.mjs [libs/browser-sdk | apps/web], everything without it.
if (process.argv[1] === join(root, 'tools/bootstrap/build.mjs')) {
  ensureInstalled();
  const [, , bundle] = process.argv;
  if (bundle === undefined) build();
  else buildBundle(bundle);
}
