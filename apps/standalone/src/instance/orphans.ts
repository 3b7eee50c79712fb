import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const END_TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/**
 * Kills the processes that a killed supervisor left running, which hold ports and stores of the instance, and waits until
 * they have ended. `pidFile` is JSON of name → pid.
 */
export async function killOrphans(pidFile: string): Promise<void> {
  const known = JSON.parse(await readFile(pidFile, 'utf8').catch(() => '{}')) as Record<string, number>;
  const killed: [string, number][] = [];
  for (const [name, pid] of Object.entries(known))
    if (await runs(pid, name)) {
      kill(pid);
      killed.push([name, pid]);
    }
  const deadline = Date.now() + END_TIMEOUT_MS;
  for (const [name, pid] of killed)
    while (!(await hasEnded(pid))) {
      if (Date.now() > deadline)
        throw new Error(`${name} (pid ${pid}) is left over and does not end; stop it`);
      await pause(POLL_MS);
    }
}

/** Pids are reused, so the command line has to name the program. */
async function runs(pid: number, name: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  // The last is how a release before ADR 77 ran them.
  const programs = [`${name}-server`, `processes/${name}.js`, `${name}/dist/main.js`];
  return programs.some((program) => command.includes(program));
}

/** Kills a process that may just have ended by itself. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * True when a killed process has given its ports free: they stay open until its last thread has ended. Where nobody
 * collects orphans, as in a container, it stays behind as a zombie.
 */
async function hasEnded(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  return stat === '' || (/\) [ZX]/.test(stat) && threads.length <= 1);
}
