import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { freePort } from '@capture/platform';
import { startServer, stopProcess } from '../process.js';

/** Pid of one app of the distributed instance that a data directory belongs to. */
export async function pidOf(dataDir: string, app: string): Promise<number> {
  const pids = JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8')) as Record<string, number>;
  const pid = pids[app];
  if (pid === undefined) throw new Error(`no process ${app}`);
  return pid;
}

const listOf = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8')).split('\0').filter((entry) => entry !== '');

/** Everything that the process of an app was started with, by name. */
export async function environmentOf(dataDir: string, app: string): Promise<Record<string, string>> {
  const lines = await listOf(`/proc/${await pidOf(dataDir, app)}/environ`);
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^[^=]*=/, '')]));
}

/**
 * One more process of an app of a distributed instance, as when a deployment adds a pod: started as the first one was,
 * on ports of its own.
 */
export class AddedProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** Resolves once it is ready. `changes` are settings that differ from those of the first process. */
  static async start(
    dataDir: string,
    app: string,
    changes: Record<string, string> = {},
  ): Promise<AddedProcess> {
    const [command = '', ...args] = await listOf(`/proc/${await pidOf(dataDir, app)}/cmdline`);
    const port = await freePort();
    const ports = { CAPTURE_HTTP_PORT: String(port), CAPTURE_OPERATOR_PORT: String(await freePort()) };
    const env = { ...(await environmentOf(dataDir, app)), ...ports, ...changes };
    const child = await startServer(command, args, () => isReady(port), undefined, env);
    return new AddedProcess(child, port);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  stop(): Promise<void> {
    return stopProcess(this.child);
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
