// The black-box tests that need nothing but the API of an installation, against two pods of every service (scenario 56).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { linkLoopback, openLoopback } from '../network/loopback-link.js';
import type { Installation } from './installation.js';
import type { Say } from './proof.js';

const TESTS = 'apps/e2e/src/tests';
/** An instance of their own, its files, processes or clock, or a browser. */
const NEEDS_MORE = /Product\.start|dataDir|\.pid\b|TestClock|harness\/(browser|pages|pictures|rooms)/;
/** Beginnings of the titles of tests that say what is true of an instance on one machine, without an S3 store. */
const OTHERWISE = [
  // The caller is on loopback there.
  'the audit log says who did what',
  'scenario 50: writes the address of the connection',
  // Parts and files pass the gateway there. Here they go straight to the bucket, which has answers of its own.
  'senders of parts that are refused before their bytes were read',
  'scenario 30: a cut one byte before',
  'scenario 35: a flipped bit is refused',
  'scenario 39: a take that declares 1 MiB',
  'leads from a question to a verified, playable file',
  // Goes on from the one before it.
  'replaces an earlier take of the same person',
];
/** The gateway's own, by which the tests expect to be held up; but they guess credentials on purpose. */
const BUDGETS = {
  CAPTURE_BUDGET_READ: 600,
  CAPTURE_BUDGET_WRITE: 60,
  CAPTURE_BUDGET_CAPABILITY: 300,
  CAPTURE_BUDGET_FAILURES: 100_000,
};

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function suitable(root: string): string[] {
  return readdirSync(join(root, TESTS), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(TESTS, name))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.includes('sharedProduct()') && !NEEDS_MORE.test(text);
    })
    .sort();
}

function failuresOf(root: string, { testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative(root, name);
    if (failed.length === 0) return status === 'failed' ? [`${file} itself: ${message}`] : [];
    return failed.map((test) => `${file} · ${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
}

/** Runs the files; what they print goes into the log. */
async function runTests(root: string, files: readonly string[], env: object, logs: string): Promise<Report> {
  const report = join(logs, 'black-box.json');
  const log = openSync(join(logs, 'black-box.log'), 'w');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const titles = `^(?!.*(${OTHERWISE.join('|')}))`;
  const args = ['run', '--project', 'e2e', '--maxWorkers=2', '-t', titles, ...reporters, ...files];
  const child = spawn('vitest', args, {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { ...process.env, SOAK_SCALE: '0.1', CAPTURE_E2E_MODE: 'distributed', NO_COLOR: '1', ...env },
  });
  await once(child, 'exit');
  closeSync(log);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

export async function blackBox(installation: Installation, say: Say): Promise<void> {
  const { root, cluster, url } = installation;
  const { logs } = cluster.machine;
  await openLoopback();
  for (const pod of cluster.deployment('webhooks').running) await linkLoopback(pod.name);
  await installation.apply('gateway', BUDGETS);
  await cluster.settled();
  const forwarded = await installation.forwardOperatorPort();
  try {
    const file = join(logs, 'installation.json');
    const access = { baseUrl: url, operatorUrl: forwarded.url, operatorToken: installation.operatorToken };
    writeFileSync(file, JSON.stringify(access), { mode: 0o600 });
    const files = suitable(root);
    const report = await runTests(root, files, { CAPTURE_E2E_INSTALLATION: file }, logs);
    const failures = failuresOf(root, report);
    say(
      `    ${report.numPassedTests} tests of ${files.length} files passed, ${report.numFailedTests} failed`,
    );
    if (failures.length > 0 || report.numPassedTests === 0)
      throw new Error(failures.join('\n\n') || 'no test ran');
  } finally {
    forwarded.close();
    await installation.apply('gateway');
    await cluster.settled();
  }
}
