// npm run lint: every static check, each named; all of them run, so that one pass shows all that is wrong.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { ensureInstalled, nxEnv, pinnedNode, root } from './install.mjs';

/** Each check keeps one core busy. */
const AT_ONCE = 2;

/** The boundary rule of ESLint reads the graph that this leaves behind, so it comes before all others. */
const GRAPH = ['project graph', 'nx', ['show', 'projects', '--json']];

/** The longest first. A function: the pinned Node is there only once the install has run. */
const checks = (node) => [
  // One run for all: the typed rules build one program, where `nx run-many -t lint` would build one a project.
  ['code and module boundaries', 'eslint', ['.', '--max-warnings', '0']],
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['types of tests', 'tsc', ['-p', 'tsconfig.test.json', '--pretty', 'false']],
  // Installs trust the lockfile, so this asks the registry: no package is younger than a day or has lost its proof of origin.
  ['origin of packages', 'pnpm', ['install', '--frozen-lockfile', '--lockfile-only']],
  ['charts', node, ['tools/charts/dist/check.js']],
  ['types of the SDK', 'tsc', ['-p', 'libs/browser-sdk/tsconfig.test.json', '--noEmit', '--pretty', 'false']],
  ['types of the web app', 'tsc', ['-p', 'apps/web', '--noEmit', '--pretty', 'false']],
  ['migrations match the datamodels', node, ['tools/generators/prisma-migration.mjs', 'check']],
  ['dead code', 'knip', ['--no-progress']],
  ['what may import what', node, ['tools/boundaries/src/imports.mjs']],
  ['what services carry', node, ['tools/boundaries/src/carried.mjs']],
  ['places of files', node, ['tools/boundaries/src/layout.mjs']],
  ['how long rows live', node, ['tools/boundaries/src/documents/retention.mjs']],
  ['what holds for recorded media', node, ['tools/boundaries/src/documents/guarantees.mjs']],
  ['OpenAPI matches the code', node, ['tools/openapi/dist/openapi.js', '--check']],
  ['error pages', node, ['tools/openapi/dist/error-docs.js', '--check']],
  ['event samples and pages', node, ['tools/generators/event-docs.mjs', '--check']],
  ['API client matches the document', node, ['tools/generators/api-client.mjs', '--check']],
];

/** Runs one check; shows what it printed once it is over, as others print meanwhile. False when it failed. */
function passes([title, command, args]) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: nxEnv() });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    child.once('error', (error) => {
      printed += error.stack;
    });
    child.once('close', (status) => {
      if (status !== 0) process.stdout.write(printed);
      console.log(`  ${status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      resolve(status === 0);
    });
  });
}

/** Runs every check; returns the names of those that failed. */
export async function lint() {
  const failed = [];
  const run = async (check) => {
    if (!(await passes(check))) failed.push(check[0]);
  };
  await run(GRAPH);
  const left = checks(pinnedNode());
  const runner = async () => {
    for (let check = left.shift(); check; check = left.shift()) await run(check);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return failed;
}

if (process.argv[1] === `${root}tools/bootstrap/lint.mjs`) {
  ensureInstalled();
  build();
  const failed = await lint();
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  process.exit(failed.length > 0 ? 1 : 0);
}
