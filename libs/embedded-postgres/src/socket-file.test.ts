import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takesSocketFile } from './socket-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capture-socket-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('tries a socket in the folder and leaves nothing there', async () => {
  expect(await takesSocketFile(folder)).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

it('says no where no socket can be opened, so that the server listens on TCP alone', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await takesSocketFile(file)).toBe(false);
});

it('says no to what PostgreSQL would read as two folders', async () => {
  expect(await takesSocketFile(`${folder},b`)).toBe(false);
});
