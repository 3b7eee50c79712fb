import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 50;

/** Waits until `probe` answers true. @throws Error that says what was waited for */
export async function until(
  what: string,
  probe: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`gave up after ${timeoutMs / 1000} s waiting for ${what}`);
    await pause(EVERY_MS);
  }
}
