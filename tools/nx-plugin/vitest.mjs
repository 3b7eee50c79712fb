// Runs one kind of tests of one project: node tools/nx-plugin/vitest.mjs KIND ROOT NAME
// Leaves what they did in dist/reports/KIND/NAME.json, and what no test caught in NAME.unhandled.json.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = join(root, 'dist', 'reports');

/**
 * Projects of vitest.config.ts and folder of each kind. Nx runs two tasks at once: one worker each fills two cores. The
 * black-box tests are one task, and wait for processes in between. Where an instance is seven of them, two workers fill the cores.
 */
const KINDS = {
  unit: { project: 'unit*', folder: 'src', workers: 1 },
  integration: { project: 'integration*', folder: 'test', workers: 1 },
  standalone: { project: 'e2e', folder: 'src', workers: 3, env: { CAPTURE_E2E_MODE: 'standalone' } },
  distributed: { project: 'e2e', folder: 'src', workers: 2, env: { CAPTURE_E2E_MODE: 'distributed' } },
};

/** Their tests wait for a camera in real time and leave the processor alone; one after another they would end last. */
const REAL_TIME = new Set(['@capture/browser']);

const [kind, projectRoot, name] = process.argv.slice(2);
const { project, folder, workers, env = {} } = KINDS[kind];
const args = [`--maxWorkers=${REAL_TIME.has(name) ? 2 * workers : workers}`];
const report = join(reports, kind, `${name}.json`);
const unhandled = join(reports, kind, `${name}.unhandled.json`);
mkdirSync(dirname(report), { recursive: true });
for (const file of [report, unhandled]) rmSync(file, { force: true });
const reporters = [
  '--reporter=default',
  `--reporter=${fileURLToPath(new URL('unhandled.reporter.mjs', import.meta.url))}`,
  '--reporter=json',
  `--outputFile.json=${report}`,
];
// Nx asks for colours; Node complains on stderr about a process that is told both.
delete process.env.FORCE_COLOR;
const { status, signal } = spawnSync(
  'vitest',
  ['run', '--project', project, ...args, `${projectRoot}/${folder}/`, ...reporters],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { SOAK_SCALE: '0.1', ...process.env, ...env, NO_COLOR: '1', CAPTURE_UNHANDLED_FILE: unhandled },
  },
);
if (!existsSync(report)) {
  const why = `${name}: vitest ended (${signal ?? status}) before it had a report; see above.`;
  writeFileSync(unhandled, JSON.stringify([{ why }]));
}
process.exit(status ?? 1);
