import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** The process that a directory's pid file names. */
export async function ownerOf(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * A server that outlived a killed process still owns the directory: it is stopped, and its log replayed. False when there
 * was none.
 */
export async function stopLeftOver(directory: string): Promise<boolean> {
  const pid = await ownerOf(directory);
  if (pid === undefined || !(await isPostgres(pid)) || !stop(pid)) return false;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isPostgres(pid)) {
    if (Date.now() > deadline) throw new Error(`a PostgreSQL (pid ${pid}) still holds ${directory}; stop it`);
    await pause(POLL_MS);
  }
  return true;
}

/** False when it ended by itself since we looked. */
function stop(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** State and command of a process, as `ps` tells them; slim Linux images have no `ps`, but always /proc. */
async function describeProcess(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'stat=,comm=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }));
    return stdout.trim();
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, command = '', state = ''] = /^\d+ \((.*)\) (\S)/s.exec(stat) ?? [];
  return `${state} ${command}`;
}

async function isPostgres(pid: number): Promise<boolean> {
  const described = await describeProcess(pid);
  return described.includes('postgres') && !described.startsWith('Z');
}
