import { ConsoleError } from '../api/console-client.js';

interface ReadPage<T> {
  data: T[];
  nextCursor: string | null;
}

interface ReadAllOptions {
  /** More entries than these are not read. */
  most: number;
  signal: AbortSignal;
  onProgress: (done: number, isWaiting: boolean) => void;
  /** Resolves after a while, or when the signal is given. */
  wait: (signal: AbortSignal) => Promise<void>;
}

/** So often in a row a page that is refused for its rate is asked for again. */
const MOST_WAITS = 20;

/**
 * A list of the API from its first page to its last.
 *
 * @returns the entries, and whether there were more than `most`; null when the signal was given.
 * @throws ConsoleError when a page is refused.
 */
export async function readAll<T>(
  read: (cursor: string | undefined) => Promise<ReadPage<T>>,
  options: ReadAllOptions,
): Promise<{ items: T[]; isCut: boolean } | null> {
  const { most, signal, onProgress } = options;
  const items: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await patiently(() => read(cursor), items.length, options);
    if (page === null || signal.aborted) return null;
    items.push(...page.data);
    onProgress(Math.min(items.length, most), false);
    if (page.nextCursor === null) return { items: items.slice(0, most), isCut: items.length > most };
    if (items.length >= most) return { items: items.slice(0, most), isCut: true };
    cursor = page.nextCursor;
  }
}

/** Waits where there were too many requests: a long list may be more pages than a minute allows. */
async function patiently<T>(
  read: () => Promise<T>,
  done: number,
  { signal, onProgress, wait }: ReadAllOptions,
): Promise<T | null> {
  for (let waits = 0; ; waits += 1) {
    if (signal.aborted) return null;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ConsoleError) || error.code !== 'rate_limited' || waits === MOST_WAITS)
        throw error;
    }
    onProgress(done, true);
    await wait(signal);
  }
}
