import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.js';

/** Work that goes on until it is told to end, and the order in which it began. */
class Works {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly turns: FairTurns) {}

  /** @param name group and piece of work, `acme/1` */
  ask(name: string): void {
    const [group = ''] = name.split('/');
    void this.turns.run(group, name, () => {
      this.begun.push(name);
      return new Promise<void>((resolve) => this.ends.set(name, resolve));
    });
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    await new Promise(setImmediate);
  }
}

it('who has nothing under way goes before who has, however long the others have waited', async () => {
  const works = new Works(new FairTurns(2));
  for (const name of ['acme/1', 'acme/2', 'acme/3', 'acme/4', 'bolt/1', 'bolt/2']) works.ask(name);
  await works.end('none');
  expect(works.begun).toEqual(['acme/1', 'acme/2']);
  await works.end('acme/1');
  expect(works.begun.at(-1)).toBe('bolt/1');
  await works.end('acme/2');
  expect(works.begun.at(-1)).toBe('acme/3');
  await works.end('bolt/1');
  expect(works.begun.at(-1)).toBe('bolt/2');
});

it('more groups than turns get them one after another', async () => {
  const works = new Works(new FairTurns(1));
  for (const group of ['acme', 'bolt', 'cube'])
    for (const number of [1, 2, 3]) works.ask(`${group}/${number}`);
  for (let index = 0; index < 9; index += 1) {
    await works.end('none');
    await works.end(works.begun.at(-1) ?? '');
  }
  const ordered = [1, 2, 3].flatMap((number) =>
    ['acme', 'bolt', 'cube'].map((group) => `${group}/${number}`),
  );
  expect(works.begun).toEqual(ordered);
});

it('what is done again goes after what its group has not done yet', async () => {
  const works = new Works(new FairTurns(1));
  works.ask('acme/again');
  works.ask('acme/1');
  await works.end('none');
  await works.end('acme/again');
  works.ask('acme/again');
  works.ask('acme/2');
  await works.end('acme/1');
  await works.end('acme/2');
  expect(works.begun).toEqual(['acme/again', 'acme/1', 'acme/2', 'acme/again']);
});

it('a turn is free again after work that failed', async () => {
  const turns = new FairTurns(1);
  await expect(turns.run('acme', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await turns.run('acme', '1', () => Promise.resolve('done'))).toBe('done');
});
