// The black-box tests that need nothing but the API of an installation, against two pods of every service (scenario 56).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../control/until.js';
import { Client } from '../load/client.js';
import { makeKey } from '../load/organization.js';
import { linkLoopback, openLoopback } from '../network/loopback-link.js';
import { S3_ENDPOINT } from '../servers/servers.js';
import type { Installation } from './installation.js';
import type { Say } from './proof.js';

const TESTS = 'apps/e2e/src/tests';
/** An instance of their own, its files, processes or clock, or a browser. */
const NEEDS_MORE = /Product\.start|dataDir|\.pid\b|TestClock|harness\/(browser|pages|pictures|rooms)/;
/** Of those in a browser: a respondent who records and submits, a member who signs in, people in a room. */
const PAGES = [
  'respond/browser.test.ts',
  'console/pages/sessions-pages.test.ts',
  'rooms/room-devices.test.ts',
];
/** Beginnings of the titles of tests that hold only on one machine, or only without an S3 store. */
const OTHERWISE = [
  // Here the caller is not on loopback.
  'the audit log says who did what',
  'scenario 50: writes the address of the connection',
  // Here parts and files go straight to the bucket, which has answers of its own, instead of through the gateway.
  'senders of parts that are refused before their bytes were read',
  'scenario 30: a cut one byte before',
  'scenario 35: a flipped bit is refused',
  'scenario 39: a take that declares 1 MiB',
  'leads from a question to a verified, playable file',
  // Continues the test before it.
  'replaces an earlier take of the same person',
];
/** The gateway's defaults, which the tests expect; only their wrong credentials, all from one address, are let through. */
const SETTINGS = {
  CAPTURE_BUDGET_READ: undefined,
  CAPTURE_BUDGET_WRITE: undefined,
  CAPTURE_BUDGET_CAPABILITY: undefined,
  CAPTURE_BUDGET_FAILURES: 100_000,
};

function suitable(root: string): string[] {
  return readdirSync(join(root, TESTS), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(TESTS, name))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.includes('sharedProduct()') && !NEEDS_MORE.test(text);
    })
    .concat(PAGES.map((name) => join(TESTS, name)))
    .sort();
}

/** @throws Error when a test failed, an error was caught by none, or none ran */
async function runTests(root: string, files: readonly string[], env: object, logs: string): Promise<void> {
  if (files.length === 0) throw new Error(`no file of ${TESTS} is suitable`);
  const report = join(logs, 'black-box.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const titles = `^(?!.*(${OTHERWISE.join('|')}))`;
  const args = ['run', '--project', 'e2e', '--maxWorkers=2', '-t', titles, ...reporters, ...files];
  const child = spawn('vitest', args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SOAK_SCALE: '0.1', CAPTURE_E2E_MODE: 'distributed', NO_COLOR: '1', ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const { numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number };
  if (code !== 0 || numPassedTests === 0)
    throw new Error(`the black-box tests failed, see above (${numPassedTests} passed)`);
}

export async function blackBox(installation: Installation, say: Say): Promise<void> {
  const { root, cluster, url } = installation;
  const { logs } = cluster.machine;
  await openLoopback();
  for (const pod of cluster.deployment('webhooks').running) await linkLoopback(pod.name);
  await installation.apply('gateway', SETTINGS);
  await cluster.settled();
  const forwarded = await installation.forwardOperatorPort();
  try {
    const file = join(logs, 'installation.json');
    const { operatorToken } = installation;
    const access = { baseUrl: url, operatorUrl: forwarded.url, operatorToken, storeOrigin: S3_ENDPOINT };
    writeFileSync(file, JSON.stringify(access), { mode: 0o600 });
    const files = suitable(root);
    await runTests(root, files, { CAPTURE_E2E_INSTALLATION: file, CAPTURE_E2E_RECORDS_AT: url }, logs);
    say(`    those of ${files.length} files`);
  } finally {
    forwarded.close();
    await installation.apply('gateway');
    await cluster.settled();
    // They are still counted against this address, now by the usual budget.
    const client = new Client(url, await makeKey(installation, 'after the tests'));
    const isForgotten = async (): Promise<boolean> => (await client.call('GET', '/v1/usage')).status === 200;
    await until('the wrong credentials of the tests to be forgotten', isForgotten, 180_000);
  }
}
