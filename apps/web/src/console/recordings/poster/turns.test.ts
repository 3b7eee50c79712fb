import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

const { signal } = new AbortController();

describe('turns', () => {
  it('are taken by so many at once, in order, and go on after a failure', async () => {
    const turns = new Turns(2);
    const ends: ((error?: Error) => void)[] = [];
    const began: number[] = [];
    const done = Array.from({ length: 5 }, (_unused, index) =>
      turns.take(
        () =>
          new Promise<number>((resolve, reject) => {
            began.push(index);
            ends[index] = (error) => (error ? reject(error) : resolve(index));
          }),
        signal,
      ),
    );
    const settled = Promise.allSettled(done);
    const passed = () => new Promise((resolve) => setTimeout(resolve));
    await passed();
    expect(began).toEqual([0, 1]);
    ends[1]?.(new Error('unreadable'));
    await passed();
    expect(began).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await passed();
    expect(began).toEqual([0, 1, 2, 3, 4]);
    ends[3]?.();
    ends[4]?.();
    expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
  });

  it('that are given up before they come are not taken', async () => {
    const turns = new Turns(1);
    const leaving = new AbortController();
    let finish: () => void = () => undefined;
    const first = turns.take(() => new Promise<void>((resolve) => (finish = resolve)), signal);
    let wasTaken = false;
    const second = turns.take(() => Promise.resolve((wasTaken = true)), leaving.signal);
    const third = turns.take(() => Promise.resolve('third'), signal);
    leaving.abort();
    finish();
    await first;
    await expect(second).rejects.toThrow();
    expect([wasTaken, await third]).toEqual([false, 'third']);
  });
});
