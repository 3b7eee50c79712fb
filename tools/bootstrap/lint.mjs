// npm run lint: every static check, each named; all of them run, so that one pass shows all that is wrong.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { ensureInstalled, nxEnv, pinnedNode, root } from './install.mjs';

/** A function: the pinned Node is there only once the install has run. */
const checks = (node) => [
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['types of tests', 'tsc', ['-p', 'tsconfig.test.json', '--pretty', 'false']],
  ['types of the SDK', 'tsc', ['-p', 'libs/browser-sdk/tsconfig.test.json', '--noEmit', '--pretty', 'false']],
  ['types of the web app', 'tsc', ['-p', 'apps/web', '--noEmit', '--pretty', 'false']],
  // The boundary rule reads the graph that this leaves behind.
  ['project graph', 'nx', ['show', 'projects', '--json']],
  // One run for all: the typed rules build one program, where `nx run-many -t lint` would build one a project.
  ['code and module boundaries', 'eslint', ['.', '--max-warnings', '0']],
  ['what may import what', node, ['tools/walls/src/check.mjs']],
  ['what services carry', node, ['tools/walls/src/carried.mjs']],
  ['places of files', node, ['tools/walls/src/layout.mjs']],
  ['how long rows live', node, ['tools/walls/src/retention.mjs']],
  ['OpenAPI matches the code', node, ['tools/openapi/dist/openapi.js', '--check']],
  ['error pages', node, ['tools/openapi/dist/error-docs.js', '--check']],
  ['event samples and pages', node, ['tools/generators/event-docs.mjs', '--check']],
  ['API client matches the document', node, ['tools/generators/api-client.mjs', '--check']],
  ['migrations match the datamodels', node, ['tools/generators/prisma-migration.mjs', 'check']],
  ['charts', node, ['tools/charts/dist/check.js']],
  ['dead code', 'knip', ['--no-progress']],
];

/** Runs every check; returns the names of those that failed. */
export function lint() {
  const failed = [];
  for (const [title, command, args] of checks(pinnedNode())) {
    const started = Date.now();
    const stdio = ['ignore', 'inherit', 'inherit'];
    const { status } = spawnSync(command, args, { cwd: root, stdio, env: nxEnv() });
    console.log(`  ${status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (status !== 0) failed.push(title);
  }
  return failed;
}

if (process.argv[1] === `${root}tools/bootstrap/lint.mjs`) {
  ensureInstalled();
  build();
  const failed = lint();
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  process.exit(failed.length > 0 ? 1 : 0);
}
