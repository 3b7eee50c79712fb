import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import type { Piscina } from 'piscina';
import { afterEach, expect, it } from 'vitest';
import { HashingThreads } from './hashing-threads.js';

const HASHING = { password: 'x', salt: Buffer.from('salt'), cost: { ln: 4, r: 8, p: 1 }, length: 32 };
/** Long enough to be interrupted. */
const LONG = { ...HASHING, cost: { ln: 15, r: 8, p: 5 } };

const errors: unknown[] = [];
let threads: HashingThreads;
const started = (): HashingThreads => (threads = new HashingThreads((error) => errors.push(error)));

afterEach(() => threads.end());

/** How many threads of this process have this priority. */
function threadsAt(priority: number): number {
  return readdirSync('/proc/self/task').filter((thread) => getPriority(Number(thread)) === priority).length;
}

it.runIf(process.platform === 'linux')('what hashes has a lower priority than everything else', async () => {
  const [usual, before] = [getPriority(), threadsAt(5)];
  await started().hash(HASHING);
  expect(threadsAt(5)).toBe(before + 1);
  expect(getPriority()).toBe(usual);
});

it('a thread that dies is replaced, and its caller hears of it', async () => {
  const pool = (started() as unknown as { pool: Piscina }).pool;
  const hash = await threads.hash(HASHING);
  const lost = threads.hash(LONG);
  await Promise.all([expect(lost).rejects.toThrow(), pool.threads[0]?.terminate()]);
  expect(await threads.hash(HASHING)).toEqual(hash);
});

it('end() ends every thread and rejects the hashes that still wait for one', async () => {
  await started().hash(HASHING);
  const lost = expect(threads.hash(LONG)).rejects.toThrow();
  await threads.end();
  await lost;
  expect((threads as unknown as { pool: Piscina }).pool.threads).toEqual([]);
});
