// npm test: everything, from a fresh clone. Usage: test.mjs [--only lint|unit|integration|standalone|distributed|cluster]
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled, nxEnv, root } from './install.mjs';
import { lint } from './lint.mjs';
import { ensureServers, TEST_SERVERS } from './servers.mjs';

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const reports = join(root, 'dist', 'reports');
const totals = { passed: 0, failed: 0 };
const failedStages = [];
const failures = [];

/** A file that could not be loaded has no test to blame: it is named by its own message. */
function failuresOf(stage, { name, status, message, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0)
    return status === 'failed' ? [{ stage, file, title: '(the file itself)', why: message }] : [];
  return tests.map((test) => ({ stage, file, title: test.fullName, why: test.failureMessages.join('\n') }));
}

/** What no test caught fails the stage as well; the file and test it names ran just then. */
function unhandledOf(stage, { file = '', title = '', why }) {
  const what = `an error that no test caught, during or after: ${title}`;
  return { stage, file: file && relative(root, file), title: what, why };
}

/** Adds up the reports of a stage: two files for each project, also where Nx took them from its cache. */
function collect(stage) {
  const folder = join(reports, stage);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json'))) {
    const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    if (Array.isArray(report)) {
      failures.push(...report.map((error) => unhandledOf(stage, error)));
      continue;
    }
    const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = report;
    totals.passed += numPassedTests;
    totals.failed += numFailedTests;
    failures.push(...testResults.flatMap((file) => failuresOf(stage, file)));
  }
}

/** Named last, so that whoever sees only the end of a long log knows what to run again. */
function printFailures() {
  for (const { stage, file, title, why } of failures) {
    console.error(`\n✗ ${stage} · ${file} · ${title}\n${why.split('\n').slice(0, 25).join('\n')}`);
  }
  const silent = failedStages.filter(
    (name) => name !== 'lint' && !failures.some(({ stage }) => stage === name),
  );
  for (const name of silent) console.error(`\n✗ ${name} · ended before it had a report: see above`);
  if (failedStages.length > 0) console.error(`\nFailed: ${failedStages.join(', ')}`);
}

/** Their tests wait for a camera in real time and leave the processor alone: they run beside all others. */
const REAL_TIME = ['@capture/browser', '@capture/web'];

/**
 * Resolves with true when all that Nx ran has passed. Everything is built by then: two runs at once that take builds from Nx's
 * cache would write the same files.
 */
function nx(...args) {
  const child = spawn('nx', ['run-many', '--output-style=stream', '--excludeTaskDependencies', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: nxEnv(),
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}

/** Runs the tests of one kind in every project that has some; those whose inputs are unchanged come from Nx's cache. */
async function tests(stage) {
  const target = ['-t', `test-${stage}`];
  const names = REAL_TIME.join(',');
  const runs =
    stage === 'integration'
      ? [nx(...target, `--exclude=${names}`), nx(...target, `--projects=${names}`)]
      : [nx(...target)];
  const passed = await Promise.all(runs);
  collect(stage);
  return passed.every(Boolean);
}

/** Says by itself which of its proofs does not hold. Asked for by name, it fails where it cannot run. */
function cluster() {
  const script = join(root, 'tools/bootstrap/cluster.mjs');
  const args = only === undefined ? ['--short', '--where-allowed'] : ['--short'];
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}

const STAGES = {
  lint: async () => (await lint()).length === 0,
  unit: () => tests('unit'),
  integration: () => tests('integration'),
  standalone: () => tests('standalone'),
  distributed: () => tests('distributed'),
  cluster,
};

if (only !== undefined && !Object.hasOwn(STAGES, only)) {
  console.error(`--only takes one of: ${Object.keys(STAGES).join(', ')}`);
  process.exit(2);
}
const started = Date.now();
ensureInstalled();
ensureServers(TEST_SERVERS);
rmSync(reports, { recursive: true, force: true });
console.log('Building…');
build();
for (const [name, run] of Object.entries(STAGES)) {
  if (only !== undefined && only !== name) continue;
  const before = Date.now();
  console.log(`\n── ${name} ──`);
  const passed = await run();
  console.log(`${passed ? '✓' : '✗'} ${name} (${Math.round((Date.now() - before) / 1000)} s)`);
  if (!passed) failedStages.push(name);
}
printFailures();
console.log(`\nTook ${Math.round((Date.now() - started) / 1000)} s.`);
console.log(`${totals.passed} passed, ${Math.max(totals.failed, failedStages.length > 0 ? 1 : 0)} failed`);
process.exit(failedStages.length > 0 ? 1 : 0);
