import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../store/object-store.js';
import { KnownFiles } from './known-files.js';
import { TakeFile } from './take-file.js';

const OWNER = { organizationId: 'org_1', uploadId: 'upl_1' };

function fileOf(count: number): TakeFile {
  const parts = Array.from({ length: count }, (_, index) => ({ number: index + 1, size: 1, sha256: 'ab' }));
  return new TakeFile({} as ObjectStore, OWNER, parts, 1);
}

/** Opens files of so many parts by their names, and tells which of them had to be found. */
async function found(known: KnownFiles, names: Record<string, number>, order: string[]): Promise<string[]> {
  const asked: string[] = [];
  for (const name of order) {
    await known.open(name, async () => {
      asked.push(name);
      return fileOf(names[name] ?? 0);
    });
  }
  return asked;
}

describe('known files', () => {
  it('are found once, each by its own name', async () => {
    const known = new KnownFiles();
    expect(await found(known, { a: 1, b: 2 }, ['a', 'b', 'a', 'b'])).toEqual(['a', 'b']);
  });

  it('have a bounded number of parts together: what was not opened for longest is found again', async () => {
    const known = new KnownFiles(5);
    expect(await found(known, { a: 2, b: 2, c: 2 }, ['a', 'b', 'a', 'c', 'a', 'b'])).toEqual([
      'a',
      'b',
      'c',
      'b',
    ]);
  });

  it('of more parts than are remembered are found each time', async () => {
    const known = new KnownFiles(5);
    expect(await found(known, { a: 6, b: 5 }, ['a', 'a', 'b', 'b'])).toEqual(['a', 'a', 'b']);
  });

  it('that cannot be found are looked for again', async () => {
    const known = new KnownFiles();
    await expect(known.open('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await found(known, { a: 1 }, ['a'])).toEqual(['a']);
  });

  it('that are opened by several at once count once', async () => {
    const known = new KnownFiles(5);
    await Promise.all([1, 2, 3].map(() => known.open('a', async () => fileOf(3))));
    expect(await found(known, { a: 3, b: 2 }, ['b', 'a'])).toEqual(['b']);
  });
});
