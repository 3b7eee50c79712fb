import { readFile, rename, writeFile } from 'node:fs/promises';

/** Reads a JSON file; undefined when it does not exist. Any other failure is an error, never taken for a first start. */
export async function readPrivate<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read; restore it before starting`, { cause: error });
  }
}

/** Replaces the file atomically, readable by its owner only. A process killed meanwhile leaves the old one. */
export async function writePrivate(file: string, value: object): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(partial, file);
}
