/**
 * A page holds the Web Lock of each take it works on. The browser releases a lock when its page dies,
 * however it dies, so a take that is on disk and not locked is stranded.
 */
const PREFIX = 'capture:';

/** Locks a take; null when another tab has it. The returned function releases the lock. */
export function lockTake(takeId: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(PREFIX + takeId, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        // Its executor is given what ends it.
        return new Promise<void>(resolve);
      })
      .catch(reject);
  });
}

export async function isLocked(takeId: string): Promise<boolean> {
  const { held } = await navigator.locks.query();
  return !!held?.some((lock) => lock.name === PREFIX + takeId);
}

/** Names of the locks of all takes that some page of this device works on. */
export async function lockedTakes(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
}
