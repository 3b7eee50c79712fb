import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

/** Work that notes its start and ends when told. */
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

describe('Turns', () => {
  it('runs one key in order, one at a time, and other keys beside it', async () => {
    const turns = new Turns(4);
    const { started, work, end } = worker();
    void turns.run('a', work('a1'));
    void turns.run('a', work('a2'));
    void turns.run('b', work('b1'));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('holds no slot for work that waits for its key', async () => {
    const turns = new Turns(2);
    const { started, work, end } = worker();
    for (const name of ['a1', 'a2', 'a3']) void turns.run('a', work(name));
    void turns.run('b', work('b1'));
    void turns.run('c', work('c1'));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
  });

  it('goes on after a failure and passes it to the one who asked', async () => {
    const turns = new Turns(1);
    await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
