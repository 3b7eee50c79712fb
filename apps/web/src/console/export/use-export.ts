import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readAll } from './read-all.js';

interface Exported<T> {
  read: (cursor: string | undefined) => Promise<{ data: T[]; nextCursor: string | null }>;
  save: (items: readonly T[]) => void;
}

/** The most entries of a file: what a spreadsheet still opens well, and a few minutes of pages. */
export const MOST_ENTRIES = 50_000;
const WAIT_MS = 5_000;

/** Resolves after a while, or when the signal is given. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAIT_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Reads a list to its end and saves it as a file; leaving the page stops it. */
export function useExport<T>() {
  const abort = useRef<AbortController | null>(null);
  const [done, setDone] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const stop = () => abort.current?.abort();
  useEffect(() => stop, []);
  const run = useMutation({
    mutationFn: async ({ read, save }: Exported<T>) => {
      const { signal } = (abort.current = new AbortController());
      setDone(0);
      const onProgress = (entries: number, waits: boolean) => {
        setDone(entries);
        setWaiting(waits);
      };
      const all = await readAll(read, { most: MOST_ENTRIES, signal, onProgress, wait: pause });
      if (all) save(all.items);
      return all && { count: all.items.length, isCut: all.isCut };
    },
    onSettled: () => setWaiting(false),
    gcTime: 0,
  });
  return { run, done, isWaiting, stop };
}
