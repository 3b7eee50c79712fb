import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { execute } from './file-writer.js';

let calls: string[];
/** Bytes that each file takes before the disk is full. */
let space: number;
/** With what the next tries to open a file are refused. */
let refusals: string[];

function openFile(name: string) {
  let size = 0;
  return {
    createSyncAccessHandle: () => {
      const refusal = refusals.shift();
      if (refusal) return Promise.reject(new DOMException('', refusal));
      return Promise.resolve({
        write: (bytes: Uint8Array, { at }: { at: number }) => {
          const written = Math.max(0, Math.min(bytes.length, space - at));
          size = Math.max(size, at + written);
          calls.push(`${name} write ${at}+${bytes.length}`);
          return written;
        },
        truncate: (to: number) => {
          if (to < size) calls.push(`${name} cut at ${to}`);
          size = to;
        },
        flush: () => calls.push(`${name} flush`),
        close: () => calls.push(`${name} close`),
      });
    },
  };
}

const blob = (bytes: number) => new Blob([new Uint8Array(bytes)]);

beforeEach(() => {
  calls = [];
  space = Infinity;
  refusals = [];
  const folder = {
    getDirectoryHandle: () => Promise.resolve(folder),
    getFileHandle: (name: string) => Promise.resolve(openFile(name)),
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(folder) } });
});

afterEach(() => vi.useRealTimers());

it('each write is flushed before the next begins, so the journal never speaks of media that may be lost', async () => {
  await execute([
    1,
    'a',
    [
      ['media', 0, blob(5)],
      ['journal', 0, blob(3)],
    ],
    false,
  ]);
  await execute([
    2,
    'a',
    [
      ['media', 5, blob(4)],
      ['journal', 3, blob(3)],
    ],
    true,
  ]);
  expect(calls).toEqual([
    'media write 0+5',
    'media flush',
    'journal write 0+3',
    'journal flush',
    'media write 5+4',
    'media flush',
    'journal write 3+3',
    'journal flush',
    'media close',
    'journal close',
  ]);
});

it('a write that does not fit is undone and reported, nothing after it is written, and the files are closed', async () => {
  await execute([1, 'b', [['media', 0, blob(5)]], false]);
  space = 8;
  const second = execute([
    2,
    'b',
    [
      ['media', 5, blob(5)],
      ['journal', 0, blob(3)],
    ],
    true,
  ]);
  await expect(second).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(calls.slice(2)).toEqual(['media write 5+5', 'media cut at 5', 'media close']);
});

it('a small file that is replaced ends with its new text', async () => {
  await execute([1, 'c', [['record', 0, blob(9)]], false]);
  await execute([2, 'c', [['record', 0, blob(4)]], true]);
  expect(calls).toContain('record cut at 4');
});

it('a file that a dying worker still holds is opened as soon as it is free', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  refusals = ['NoModificationAllowedError', 'NoModificationAllowedError'];
  const written = execute([1, 'd', [['media', 0, blob(5)]], true]);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  expect(refusals).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  await written;
  expect(calls).toEqual(['media write 0+5', 'media flush', 'media close']);
});

it('a file that cannot be opened for another reason is reported at once', async () => {
  refusals = ['InvalidStateError'];
  await expect(execute([1, 'e', [['media', 0, blob(5)]], true])).rejects.toMatchObject({
    name: 'InvalidStateError',
  });
});

it('a file that stays held is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  refusals = Array<string>(1000).fill('NoModificationAllowedError');
  const written = execute([1, 'f', [['media', 0, blob(5)]], true]);
  const refused = expect(written).rejects.toMatchObject({ name: 'NoModificationAllowedError' });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
});
