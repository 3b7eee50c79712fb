import { describe, expect, it } from 'vitest';
import { ConsoleError } from '../api/console-client.js';
import { readAll } from './read-all.js';

/** A list of numbers from 1, ten a page. */
function listOf(count: number) {
  const asked: (string | undefined)[] = [];
  const read = (cursor: string | undefined) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const data = Array.from({ length: Math.min(10, count - from) }, (_each, index) => from + index + 1);
    const next = from + data.length;
    return Promise.resolve({ data, nextCursor: next < count ? String(next) : null });
  };
  return { read, asked };
}

const tooMany = () => Promise.reject(new ConsoleError(429, 'rate_limited', 'Too many.'));

function options(most = 1000) {
  const abort = new AbortController();
  const progress: [number, boolean][] = [];
  let waits = 0;
  const wait = () => {
    waits += 1;
    return Promise.resolve();
  };
  const onProgress = (done: number, isWaiting: boolean) => void progress.push([done, isWaiting]);
  return { abort, progress, waited: () => waits, given: { most, signal: abort.signal, onProgress, wait } };
}

describe('a list that is read to its end', () => {
  it('has every entry once, in order, and tells how far it is', async () => {
    const { read, asked } = listOf(25);
    const { given, progress } = options();
    const all = await readAll(read, given);
    expect(all).toEqual({ items: Array.from({ length: 25 }, (_each, index) => index + 1), isCut: false });
    expect([asked, progress.map(([done]) => done)]).toEqual([
      [undefined, '10', '20'],
      [10, 20, 25],
    ]);
  });

  it.each([
    [25, 20, true],
    [25, 15, true],
    [20, 20, false],
    [15, 20, false],
  ])('of %d entries has at most %d, and says whether there are more: %s', async (count, most, isCut) => {
    const { read, asked } = listOf(count);
    const all = await readAll(read, options(most).given);
    expect([all?.items.length, all?.isCut]).toEqual([Math.min(count, most), isCut]);
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it('goes on where it was once there are no longer too many requests', async () => {
    const { read } = listOf(15);
    const { given, progress, waited } = options();
    let refusals = 0;
    const all = await readAll(
      (cursor) => (cursor === '10' && (refusals += 1) <= 3 ? tooMany() : read(cursor)),
      given,
    );
    expect([all?.items.length, waited()]).toEqual([15, 3]);
    expect(progress).toContainEqual([10, true]);
  });

  it('gives up on a rate that never gets better, and on any other refusal at once', async () => {
    const { given, waited } = options();
    await expect(readAll(tooMany, given)).rejects.toThrow('Too many.');
    expect(waited()).toBe(20);
    const refused = () => Promise.reject(new ConsoleError(403, 'insufficient_role', 'No.'));
    await expect(readAll(refused, given)).rejects.toThrow('No.');
    expect(waited()).toBe(20);
  });

  it('asks for nothing more when it is stopped, also on its last page and while it waits', async () => {
    const stopped = options();
    const { read, asked } = listOf(1000);
    const all = readAll((cursor) => {
      if (cursor === '20') stopped.abort.abort();
      return read(cursor);
    }, stopped.given);
    expect([await all, asked.length]).toEqual([null, 3]);
    const last = options();
    const lastPage = () => {
      last.abort.abort();
      return Promise.resolve({ data: [1], nextCursor: null });
    };
    expect(await readAll(lastPage, last.given)).toBeNull();
    const waiting = options();
    const wait = () => Promise.resolve(waiting.abort.abort());
    expect(await readAll(tooMany, { ...waiting.given, wait })).toBeNull();
  });
});
