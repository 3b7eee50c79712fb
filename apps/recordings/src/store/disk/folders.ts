import { mkdir, open, opendir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { absent } from './disk-errors.js';

/** People's faces and voices: for nobody but the user that the service runs as. */
export const DIRECTORY_MODE = 0o700;

/**
 * Makes a directory and what is missing above it. Up to the root every entry is synced, also one that is there already:
 * whoever made it may not have come that far. Above the root, those that were made now.
 */
export async function makeDurably(folder: string, root: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: DIRECTORY_MODE });
  const above = first !== undefined && `${root}${sep}`.startsWith(`${first}${sep}`);
  const last = above ? dirname(first) : root;
  for (let current = folder; current !== last; current = dirname(current)) {
    await syncDirectory(dirname(current));
  }
}

export async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Paths of the files below `folder`, from `root` on. @throws where a folder is there and cannot be read. */
export async function* walk(root: string, folder: string): AsyncIterable<string> {
  try {
    for await (const entry of await opendir(join(root, folder))) {
      const key = `${folder}${entry.name}`;
      if (entry.isDirectory()) yield* walk(root, `${key}/`);
      else yield key;
    }
  } catch (error) {
    absent(error);
  }
}
