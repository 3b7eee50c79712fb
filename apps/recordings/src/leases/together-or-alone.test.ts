import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TogetherOrAlone } from './together-or-alone.js';

let gate: TogetherOrAlone;
let begun: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  gate = new TogetherOrAlone();
  begun = [];
  ends = new Map();
});

afterEach(() => vi.useRealTimers());

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function ask(name: string, alone: boolean): Promise<void> {
  void gate.run(alone, () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  });
  await settled();
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await settled();
}

it('work runs together; what has to run alone waits for it, and what comes meanwhile goes first', async () => {
  await ask('one', false);
  await ask('alone', true);
  await ask('two', false);
  expect(begun).toEqual(['one', 'two']);
  await end('one');
  expect(begun).toEqual(['one', 'two']);
  await end('two');
  expect(begun).toEqual(['one', 'two', 'alone']);
  await ask('three', false);
  await ask('also alone', true);
  expect(begun).toHaveLength(3);
  await end('alone');
  expect(begun.slice(3)).toEqual(['three']);
  await end('three');
  expect(begun.slice(4)).toEqual(['also alone']);
});

it('nothing goes before what has waited for long, and what waited for that comes before the next that runs alone', async () => {
  await ask('one', false);
  await ask('alone', true);
  await ask('also alone', true);
  vi.advanceTimersByTime(20_000);
  await ask('two', false);
  expect(begun).toEqual(['one']);
  await end('one');
  expect(begun).toEqual(['one', 'alone']);
  await ask('three', false);
  await end('alone');
  expect(begun.slice(2)).toEqual(['two', 'three']);
  await ask('four', false);
  await end('two');
  expect(begun).toHaveLength(4);
  await end('three');
  expect(begun.slice(4)).toEqual(['also alone']);
});

it('work that fails lets the others in', async () => {
  await expect(gate.run(true, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await gate.run(false, () => Promise.resolve('done'))).toBe('done');
});
