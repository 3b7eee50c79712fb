import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { CallBatcher } from './call-batcher.js';

/** Answers `answered <item>`; batches that hold an item of `failing` fail, and one of `held` waits until it is let go. */
function batcher(most = 100) {
  const batches: string[][] = [];
  const failing = new Set<string>();
  const held = new Map<string, () => void>();
  const answer = async (items: readonly string[]): Promise<string[]> => {
    batches.push([...items]);
    if (items.some((item) => failing.has(item))) throw new Error(`cannot answer ${items.join()}`);
    await Promise.all(
      items.filter((item) => item.endsWith('!')).map((item) => new Promise<void>((go) => held.set(item, go))),
    );
    return items.map((item) => `answered ${item}`);
  };
  const keyOf = (item: string): string => item.charAt(0);
  const split: string[][] = [];
  const onSplit = (_error: unknown, items: readonly string[]): void => void split.push([...items]);
  const calls = new CallBatcher<string, string>({ answer, most, keyOf, onSplit });
  return { batches, failing, held, split, calls };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
};

describe('CallBatcher', () => {
  it('answers calls of one turn together, each with its own result', async () => {
    const { calls, batches } = batcher();
    const answers = await Promise.all(['a1', 'b1', 'a2'].map((item) => calls.call(item)));
    expect(answers).toEqual(['answered a1', 'answered b1', 'answered a2']);
    expect(batches).toEqual([['a1', 'b1', 'a2']]);
  });

  it('puts calls that come while a batch is under way into the next one, in their order and up to the limit', async () => {
    const { calls, batches, held } = batcher(2);
    const first = calls.call('a!');
    await turns();
    const later = ['a1', 'b1', 'a2'].map((item) => calls.call(item));
    await turns();
    expect(batches).toEqual([['a!']]);
    held.get('a!')?.();
    await Promise.all([first, ...later]);
    expect(batches.slice(1)).toEqual([['a1', 'b1'], ['a2']]);
  });

  it('refuses only the calls that cannot be answered, and reports the batch that failed', async () => {
    const { calls, failing, split } = batcher();
    failing.add('b2');
    const results = await Promise.allSettled(['a1', 'b1', 'b2', 'b3', 'c1'].map((item) => calls.call(item)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(split[0]).toEqual(['a1', 'b1', 'b2', 'b3', 'c1']);
  });

  it('answers others while a key that failed with them is waiting by itself, and keeps the order of that key', async () => {
    const { calls, batches, failing, held } = batcher();
    failing.add('x');
    const broken = calls.call('x').catch(() => 'refused');
    const stuck = calls.call('a!');
    await turns();
    const behind = calls.call('a2');
    const other = await calls.call('b1');
    expect(other).toBe('answered b1');
    expect(batches.flat()).not.toContain('a2');
    held.get('a!')?.();
    expect(await Promise.all([broken, stuck, behind])).toEqual(['refused', 'answered a!', 'answered a2']);
  });

  it("answers in no caller's async context, so that the first caller's does not serve the others", async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const answer = (items: readonly string[]): Promise<string[]> => {
      seen.push(context.getStore());
      return Promise.resolve([...items]);
    };
    const calls = new CallBatcher({
      answer,
      most: 10,
      keyOf: (item: string) => item,
      onSplit: () => undefined,
    });
    await context.run('one organization', () => calls.call('a'));
    expect(seen).toEqual([undefined]);
  });
});
