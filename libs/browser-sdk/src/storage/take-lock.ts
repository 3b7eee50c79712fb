/**
 * A page holds the Web Lock of each take it works on. The browser releases a lock when its page dies,
 * however it dies, so a take that is on disk and not locked is stranded.
 */
const PREFIX = 'capture:';

/** Of the lock of a take. */
export function nameOf(takeId: string): string {
  return PREFIX + takeId;
}

/** Locks a take; null when another tab has it. The returned function releases the lock. */
export function lockTake(takeId: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(nameOf(takeId), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        // Its executor is given what ends it.
        return new Promise<void>(resolve);
      })
      .catch(reject);
  });
}

/** Names of all locks that pages of this origin hold. */
export async function heldLocks(): Promise<readonly string[]> {
  return (await navigator.locks.query()).held?.map(({ name = '' }) => name) ?? [];
}
