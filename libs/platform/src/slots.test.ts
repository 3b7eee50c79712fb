import { describe, expect, test } from 'vitest';
import { Slots } from './slots.js';

describe('slots', () => {
  test('let no more run at once than there are, in the order they came, and all of them in the end', async () => {
    const slots = new Slots(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = (id: number) =>
      slots.run(async () => {
        started.push(id);
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
      });
    await Promise.all([1, 2, 3, 4, 5].map(work));
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  test('are given back by work that fails', async () => {
    const slots = new Slots(1);
    await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(slots.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });
});
