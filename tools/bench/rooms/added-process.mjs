// One more process of an app of a distributed instance, started as the first one was, on ports of its own. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, pause } from '../product.mjs';

const START_TIMEOUT_MS = 60_000;

const listOf = async (file) => (await readFile(file, 'utf8')).split('\0').filter(Boolean);

export async function pidOf(product, app) {
  return JSON.parse(await readFile(join(product.dataDir, 'processes.json'), 'utf8'))[app];
}

/** Everything that the process of an app was started with, by name. */
export async function environmentOf(product, app) {
  const lines = await listOf(`/proc/${await pidOf(product, app)}/environ`);
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.replace(/^[^=]*=/, '')]));
}

/** @param changes settings that differ from those of the first process */
export async function addProcess(product, app, changes = {}) {
  const [command, ...args] = await listOf(`/proc/${await pidOf(product, app)}/cmdline`);
  const port = await freePort();
  const ports = { CAPTURE_HTTP_PORT: String(port), CAPTURE_OPERATOR_PORT: String(await freePort()) };
  const env = { ...(await environmentOf(product, app)), ...ports, ...changes };
  const child = spawn(command, args, { env, stdio: 'ignore' });
  const deadline = Date.now() + START_TIMEOUT_MS;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`another ${app} did not start`);
    await pause(50);
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { pid: child.pid, port, stop };
}
