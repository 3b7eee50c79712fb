import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Nobody but root may write on the way to it, other than in a folder for temporary files. */
const PROGRAMS = '/var/lib/capture/programs';
const WRITE_OF_OTHERS = 0o022;
const EXECUTE = 0o111;

/**
 * Copies a package's `native` folder to where every user can run its programs, once for each version. What another user
 * could have put there is replaced, never run.
 */
export async function copyPrograms(native: string, programs = PROGRAMS): Promise<string> {
  for (const folder of [dirname(programs), programs]) {
    await mkdir(folder, { recursive: true });
    if ((await lstat(folder)).uid !== process.getuid?.())
      throw new Error(`${folder} belongs to another user`);
    await chmod(folder, 0o755);
  }
  const text = await readFile(join(dirname(native), 'package.json'), 'utf8');
  const copy = join(programs, `${(JSON.parse(text) as { version: string }).version}-${process.arch}`);
  if (await isOurs(copy)) return copy;
  const partial = `${copy}.${randomBytes(4).toString('hex')}`;
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await openToAll(partial);
  try {
    // Another start may have been faster.
    await rename(partial, copy).catch(async () => {
      if (await isOurs(copy)) return;
      await rm(copy, { recursive: true, force: true });
      await rename(partial, copy);
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return copy;
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return false;
  return found.uid === process.getuid?.() && (found.mode & WRITE_OF_OTHERS) === 0;
}

/** Packages may have been installed for their owner only. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & EXECUTE ? 0o755 : 0o644);
  }
}
