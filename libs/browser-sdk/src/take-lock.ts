/**
 * A take is alive while somebody holds its Web Lock. The browser lets go of a lock when its page
 * dies, however it dies; so a take that is on disk and not locked is stranded.
 */
const PREFIX = 'capture:';

/** Takes the lock of a take; null when another tab holds it. The returned function lets it go. */
export function holdTake(takeId: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(PREFIX + takeId, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

export async function isHeld(takeId: string): Promise<boolean> {
  const { held } = await navigator.locks.query();
  return !!held?.some((lock) => lock.name === PREFIX + takeId);
}
