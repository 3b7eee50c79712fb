import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';

const LOCK = '.lock';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function claim(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.write(String(process.pid)).finally(() => handle.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Does the work while no other run writes into the directory. What a killed run left of its claim counts for nothing.
 * @throws CliFailure when another run is at it
 */
export async function alone<T>(root: string, work: () => Promise<T>): Promise<T> {
  const path = join(root, LOCK);
  if (!(await claim(path))) {
    const pid = Number(await readFile(path, 'utf8').catch(() => ''));
    const isTaken = pid > 0 && pid !== process.pid && isRunning(pid);
    if (!isTaken) await rm(path, { force: true });
    if (isTaken || !(await claim(path))) {
      const next = `Wait for it to end; if no export runs there, delete ${path}.`;
      throw new CliFailure(EXIT.refused, 'already_running', `Process ${pid} writes into ${root}.`, next);
    }
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
