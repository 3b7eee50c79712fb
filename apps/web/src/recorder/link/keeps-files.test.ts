import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepsFiles } from './keeps-files.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails so often, then stores. */
function storing(name: string, failures: number): Promise<boolean> {
  const getDirectoryHandle = vi.fn(async () => ({}));
  const getDirectory = vi.fn(async () => ({ getDirectoryHandle }));
  for (let count = 0; count < failures; count += 1)
    getDirectory.mockRejectedValueOnce(new DOMException('no', name));
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  return keepsFiles();
}

it.each([
  ['stores', 'UnknownError', 0, true],
  ['failed to for a moment', 'UnknownError', 2, true],
  ['stores nothing', 'UnknownError', 3, false],
  ['may store nothing', 'SecurityError', 3, false],
  ['is on a full disk', 'QuotaExceededError', 3, true],
])('a window that %s (%s, %i times) is told', async (_, name, failures, keeps) => {
  const answer = storing(name, failures);
  await vi.runAllTimersAsync();
  expect(await answer).toBe(keeps);
});
