import { beforeEach, expect, it } from 'vitest';
import { TogetherOrAlone } from './together-or-alone.js';

let gate: TogetherOrAlone;
let begun: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  gate = new TogetherOrAlone();
  begun = [];
  ends = new Map();
});

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

it('work runs together; what has to run alone waits for it, and all that comes later waits for that', async () => {
  await ask('one', false);
  await ask('two', false);
  await ask('alone', true);
  await ask('three', false);
  expect(begun).toEqual(['one', 'two']);
  await end('one');
  expect(begun).toEqual(['one', 'two']);
  await end('two');
  expect(begun).toEqual(['one', 'two', 'alone']);
  await ask('also alone', true);
  await end('alone');
  expect(begun.slice(3)).toEqual(['three']);
  await end('three');
  expect(begun.slice(4)).toEqual(['also alone']);
});

it('work that fails lets the others in', async () => {
  await expect(gate.run(true, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await gate.run(false, () => Promise.resolve('done'))).toBe('done');
});
