import { expect, it, vi } from 'vitest';
import { Readiness } from './readiness.js';

it('what a process can do without degrades it also when it gives no answer, and is not asked again meanwhile', async () => {
  const readiness = new Readiness();
  const silent = vi.fn(() => new Promise<void>(() => undefined));
  readiness.prefer('silent', silent);
  readiness.prefer('there', () => Promise.resolve());
  readiness.prefer('away', () => Promise.reject(new Error('gone')));
  const found = { silent: 'no answer within 1000 ms', away: 'gone' };
  expect(await readiness.degradations()).toEqual(found);
  expect(await readiness.degradations()).toEqual(found);
  expect(silent).toHaveBeenCalledTimes(1);
  const parts = await readiness.missingParts();
  expect(Object.fromEntries(parts)).toEqual({ silent: 1, there: 0, away: 1 });
});
