import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock } from './instance-lock.js';

const STARTS = Array.from({ length: 20 }, (_, index) => 1000 + index);
const DEAD = 7;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capture-lock-'));
  file = join(folder, 'instance.pid');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const take = (pid: number): Promise<number | undefined> =>
  takeLock(file, pid, (holder) => Promise.resolve(holder !== DEAD));

/** Each of them but one is told who has it. */
async function expectOneOf(pids: number[]): Promise<void> {
  const answers = await Promise.all(pids.map(take));
  const holder = Number(await readFile(file, 'utf8'));
  expect(answers).toEqual(pids.map((pid) => (pid === holder ? undefined : holder)));
}

it('is got by one of many that start at once', () => expectOneOf(STARTS));

it('is got by one of many that start at once after its holder died', async () => {
  await writeFile(file, String(DEAD));
  await expectOneOf(STARTS);
});

it('is got although a start was killed while it asked', async () => {
  await writeFile(`${file}.deciding`, '');
  await utimes(`${file}.deciding`, new Date(0), new Date(0));
  expect(await take(1)).toBe(undefined);
});

it('is got by a process that has the pid of its dead holder, as in a container', async () => {
  await writeFile(file, '1');
  expect(await take(1)).toBe(undefined);
});

it('counts no process of another program as an instance', async () => {
  await writeFile(file, String(process.pid));
  expect(await takeLock(file, process.pid + 1)).toBe(undefined);
});
