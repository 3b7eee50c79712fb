import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyPrograms } from './program-copy.js';

const run = promisify(execFile);
const ANOTHER = { uid: 65_534, gid: 65_534 };

describe.runIf(process.getuid?.() === 0)('programs below a folder that only root can enter', () => {
  let folder: string;
  let programs: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capture-programs-'));
    programs = join(folder, 'open', 'programs');
    // `closed` below lets nobody through.
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const script = async (path: string, says: string, mode: number): Promise<void> => {
    await mkdir(join(path, 'bin'), { recursive: true });
    await writeFile(join(path, 'bin', 'postgres'), `#!/bin/sh\necho ${says}\n`, { mode });
  };
  /** Of a version that only its owner may read, as after an install under the umask 077. */
  const install = async (version: string): Promise<string> => {
    const closed = join(folder, 'closed', version);
    await script(join(closed, 'native'), `ours ${version}`, 0o700);
    await writeFile(join(closed, 'package.json'), JSON.stringify({ version }));
    await chmod(join(folder, 'closed'), 0o700);
    await chmod(join(closed, 'native', 'bin'), 0o700);
    return join(closed, 'native');
  };
  const answer = async (copy: string): Promise<string> =>
    (await run(join(copy, 'bin', 'postgres'), { ...ANOTHER, cwd: '/' })).stdout.trim();

  it('are run by another user from a copy that belongs to root', async () => {
    const copy = await copyPrograms(await install('1'), programs);
    expect(await answer(copy)).toBe('ours 1');
    expect((await stat(join(copy, 'bin', 'postgres'))).uid).toBe(0);
    expect((await stat(copy)).mode & 0o022).toBe(0);
  });

  it('are copied once by many that start at once, and nothing else is left there', async () => {
    const native = await install('1');
    const copies = await Promise.all(Array.from({ length: 4 }, () => copyPrograms(native, programs)));
    expect(new Set(copies).size).toBe(1);
    expect(await readdir(programs)).toEqual([`1-${process.arch}`]);
  });

  it('have a copy for each version', async () => {
    const copies = [
      await copyPrograms(await install('1'), programs),
      await copyPrograms(await install('2'), programs),
    ];
    expect(await Promise.all(copies.map(answer))).toEqual(['ours 1', 'ours 2']);
  });

  it('replace what another user put in their place or could write to', async () => {
    const native = await install('1');
    const planted = join(programs, `1-${process.arch}`);
    await script(planted, 'planted', 0o755);
    await chown(planted, ANOTHER.uid, ANOTHER.gid);
    expect(await answer(await copyPrograms(native, programs))).toBe('ours 1');
    await script(planted, 'planted', 0o755);
    await chmod(planted, 0o777);
    expect(await answer(await copyPrograms(native, programs))).toBe('ours 1');
  });

  it('are not copied into a folder of another user, who could exchange them', async () => {
    const native = await install('1');
    await mkdir(programs, { recursive: true });
    await chown(programs, ANOTHER.uid, ANOTHER.gid);
    await expect(copyPrograms(native, programs)).rejects.toThrow('belongs to another user');
  });
});
