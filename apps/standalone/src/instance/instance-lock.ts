import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A start decides within milliseconds who holds a lock; a file of it that is this old was left by one that was killed. */
const LEFT_AFTER_MS = 5_000;
const POLL_MS = 20;

/** This release runs it from `dist/processes`; one before ADR 77 from the folder of the app. */
const PROGRAM = /processes\/(standalone|distributed)\.js|standalone\/dist\/(main|distributed)\.js/;

/** True when the process is one of this app. Pids are reused, so on Linux its command line has to name it. */
async function isInstance(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return PROGRAM.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
}

/**
 * Writes `pid` into the file unless a running instance has it already, whose pid is then returned. Of several that ask at
 * once one gets it: who holds it is looked up and changed by one process at a time.
 */
export async function takeLock(
  file: string,
  pid: number,
  isRunning: (pid: number) => Promise<boolean> = isInstance,
): Promise<number | undefined> {
  const deciding = `${file}.deciding`;
  await makeAlone(deciding);
  try {
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    // In a container each start may have the same pid.
    if (holder > 0 && holder !== pid && (await isRunning(holder))) return holder;
    await writeFile(file, String(pid), { mode: 0o600 });
    return undefined;
  } finally {
    await rm(deciding, { force: true });
  }
}

/** Makes a file that only one process has at a time. */
async function makeAlone(file: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const made = await stat(file).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > LEFT_AFTER_MS) await rm(file, { force: true });
    else await pause(POLL_MS);
  }
}
