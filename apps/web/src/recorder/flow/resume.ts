/** When to try sending again after the SDK has given up, and how to keep the screen on meanwhile. */

const MIN_PAUSE_MS = 10_000;
const JITTER_MS = 10_000;

/** Resolves when the network may be back: it says so, the page is shown again, or some time has passed. */
export async function networkMayBeBack(signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const options = { signal: done.signal };
  await new Promise<void>((resolve) => {
    // With jitter, so that many pages do not return at the same instant.
    const timer = setTimeout(resolve, MIN_PAUSE_MS + Math.random() * JITTER_MS);
    done.signal.addEventListener('abort', () => clearTimeout(timer));
    globalThis.addEventListener?.('online', () => resolve(), options);
    globalThis.document?.addEventListener('visibilitychange', () => !document.hidden && resolve(), options);
    signal.addEventListener('abort', () => resolve(), options);
    if (signal.aborted) resolve();
  });
  done.abort();
}

/** Keeps the screen on until the returned function is called; a phone that locks itself would stop sending. */
export function keepAwake(): () => void {
  const done = new AbortController();
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const request = () => {
    // May be refused, for example on a low battery. The browser releases it whenever the page is hidden.
    if (!document.hidden) lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  if (globalThis.document) {
    request();
    document.addEventListener('visibilitychange', request, { signal: done.signal });
  }
  return () => {
    done.abort();
    void lock?.then((sentinel) => sentinel?.release());
  };
}
