import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDir } from './data-dir.js';
import { databaseDirectory } from './database-directory.js';

describe('the directory of the database', () => {
  let folder: string;
  let path: string;
  let closed: string | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capture-place-'));
    path = join(folder, 'data');
    closed = folder;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const outside = (): string => join(folder, 'outside');
  const find = async (at = path): Promise<string> =>
    databaseDirectory(await DataDir.open(at), () => Promise.resolve(closed), outside());
  const makeDatabase = async (directory: string): Promise<string> => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'PG_VERSION'), '18');
    return directory;
  };
  /** As a start leaves it that got as far as the first organization. */
  const start = async (at = path): Promise<string> => {
    const directory = await makeDatabase(await find(at));
    for (const name of ['secrets.json', 'dev-credentials.json']) await writeFile(join(at, name), '{}');
    return directory;
  };
  const formerDirectory = (): string =>
    join(outside(), createHash('sha256').update(path).digest('hex').slice(0, 12), 'postgres');

  it('lies in the data directory where the user of the server can come there', async () => {
    closed = undefined;
    expect(await start()).toBe(join(path, 'postgres'));
    expect(await find()).toBe(join(path, 'postgres'));
  });

  it('lies outside where a folder on the way is closed, and stays there when that is opened', async () => {
    const directory = await start();
    expect(dirname(dirname(directory))).toBe(outside());
    closed = undefined;
    expect(await find()).toBe(directory);
  });

  it('is found again by a data directory that was moved, also when a new one has the old path', async () => {
    const directory = await start();
    const moved = join(folder, 'moved');
    await rename(path, moved);
    const other = await start();
    expect(other).not.toBe(directory);
    expect(await find(moved)).toBe(directory);
    expect(await find(moved)).toBe(directory);
    expect(await find()).toBe(other);
  });

  it('is refused to a copy of a data directory that is still there', async () => {
    const directory = await start();
    const copy = join(folder, 'copy');
    await cp(path, copy, { recursive: true });
    await expect(find(copy)).rejects.toThrow(`is a copy of ${path}, whose database is in ${directory}`);
    expect(await find()).toBe(directory);
    await rm(path, { recursive: true });
    expect(await find(copy)).toBe(directory);
  });

  it('is another one for a data directory that was removed and made anew', async () => {
    const directory = await start();
    await rm(path, { recursive: true });
    expect(await start()).not.toBe(directory);
  });

  it('is not made anew beside credentials or recordings that it would not know', async () => {
    await rm(dirname(await start()), { recursive: true });
    await expect(find()).rejects.toThrow('bring it back there');
    await rm(join(path, 'database.json'));
    await expect(find()).rejects.toThrow('bring it back there');
    await rm(join(path, 'dev-credentials.json'));
    await mkdir(join(path, 'store', 'recordings'), { recursive: true });
    await expect(find()).rejects.toThrow('bring it back there');
  });

  it('is made after a first start that ended before its database was whole', async () => {
    const directory = await find();
    await writeFile(join(path, 'secrets.json'), '{}');
    expect(await find()).toBe(directory);
  });

  it('is not left for an empty one outside when a folder on the way is closed later', async () => {
    closed = undefined;
    await start();
    closed = folder;
    await expect(find()).rejects.toThrow(`run chmod o+x ${folder}`);
  });

  it('is the one that a former release named after the path, unless the data directory is new', async () => {
    const former = await makeDatabase(formerDirectory());
    const made = await find();
    expect(made).not.toBe(former);
    await rm(path, { recursive: true });
    await mkdir(path);
    await writeFile(join(path, 'secrets.json'), '{}');
    expect(await find()).toBe(former);
    await rename(path, join(folder, 'moved'));
    expect(await find(join(folder, 'moved'))).toBe(former);
  });

  it('is asked for where a former release left two', async () => {
    closed = undefined;
    await start();
    const former = await makeDatabase(formerDirectory());
    await expect(find()).rejects.toThrow(`has two databases, ${join(path, 'postgres')} and ${former}`);
  });
});
