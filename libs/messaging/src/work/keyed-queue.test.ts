import { describe, expect, it } from 'vitest';
import { KeyedQueue } from './keyed-queue.js';

/** Tasks that note their start and end on request. */
function worker() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { started, work, end };
}

describe('KeyedQueue', () => {
  it('runs one key in order, one at a time, and other keys beside it', async () => {
    const queue = new KeyedQueue(4);
    const { started, work, end } = worker();
    void queue.run('a', work('a1'));
    void queue.run('a', work('a2'));
    void queue.run('b', work('b1'));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('does not count work that waits for its key towards the limit', async () => {
    const queue = new KeyedQueue(2);
    const { started, work, end } = worker();
    for (const name of ['a1', 'a2', 'a3']) void queue.run('a', work(name));
    void queue.run('b', work('b1'));
    void queue.run('c', work('c1'));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
  });

  it('goes on after a failure and passes it to the one who asked', async () => {
    const queue = new KeyedQueue(1);
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
