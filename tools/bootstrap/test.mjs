// npm test: everything, from a fresh clone. Usage: test.mjs [--only lint|unit|integration|standalone|distributed]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled, root, toolEnv } from './install.mjs';
import { lint } from './lint.mjs';
import { ensureServers } from './servers.mjs';

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const reports = join(root, 'node_modules', '.capture-reports');
const totals = { passed: 0, failed: 0 };
const failedStages = [];

function count(report) {
  if (!existsSync(report)) return;
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
}

function vitest(name, args, env = {}) {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const result = spawnSync('vitest', ['run', ...args, ...reporters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: toolEnv({ SOAK_SCALE: '0.1', ...env, FORCE_COLOR: '0' }),
  });
  count(report);
  return result.status === 0;
}

const STAGES = {
  lint: () => lint().length === 0,
  unit: () => vitest('unit', ['--project', 'unit']),
  integration: () => vitest('integration', ['--project', 'integration']),
  standalone: () => vitest('standalone', ['--project', 'e2e'], { CAPTURE_E2E_MODE: 'standalone' }),
  distributed: () => vitest('distributed', ['--project', 'e2e'], { CAPTURE_E2E_MODE: 'distributed' }),
};

if (only !== undefined && !Object.hasOwn(STAGES, only)) {
  console.error(`--only takes one of: ${Object.keys(STAGES).join(', ')}`);
  process.exit(2);
}
const started = Date.now();
ensureInstalled();
ensureServers(['nats-server', 'redis-server', 'chromium', 'ffprobe', 'openssl', 'python3']);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
console.log('Building…');
build();
for (const [name, run] of Object.entries(STAGES)) {
  if (only !== undefined && only !== name) continue;
  const before = Date.now();
  console.log(`\n── ${name} ──`);
  const passed = run();
  console.log(`${passed ? '✓' : '✗'} ${name} (${Math.round((Date.now() - before) / 1000)} s)`);
  if (!passed) failedStages.push(name);
}
if (failedStages.length > 0) console.error(`\nFailed: ${failedStages.join(', ')}`);
console.log(`\nTook ${Math.round((Date.now() - started) / 1000)} s.`);
console.log(`${totals.passed} passed, ${Math.max(totals.failed, failedStages.length > 0 ? 1 : 0)} failed`);
process.exit(failedStages.length > 0 ? 1 : 0);
