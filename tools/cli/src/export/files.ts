import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';

/** What a file is called until it is whole. */
export const PART = '.part';

/** What stands at the top of an export, beside the manifest. */
const TOP_NAMES = [
  'account',
  'capture-requests',
  'events.jsonl',
  'evidence',
  'keys.json',
  'media',
  'recordings',
  'sessions',
  'usage.json',
  'webhook-endpoints.jsonl',
];

const NEXT_BY_CODE: Record<string, string> = {
  ENOSPC: 'Free space there, then run the same command again: it goes on where this run stopped.',
  EDQUOT: 'Raise the quota, then run the same command again: it goes on where this run stopped.',
  EACCES: 'Give yourself the right to write there, then run the same command again.',
  EROFS: 'Name a directory that can be written to.',
  ENOTDIR: 'Name a directory, not a file.',
};

/** @throws CliFailure that says what to do about a failure of the disk; any other failure as it is. */
export function explainDisk(error: unknown): never {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof CliFailure || code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  const next = NEXT_BY_CODE[code] ?? 'Correct that, then run the same command again.';
  throw new CliFailure(EXIT.refused, 'disk', `${path ?? 'The directory'} cannot be used (${code}).`, next);
}

/** Makes a rename last through a power cut. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Gives a whole, synced `path.part` its name. */
export async function settle(path: string): Promise<void> {
  await rename(path + PART, path);
  await syncDirectory(dirname(path));
}

/** Writes text that comes in pieces: the file is there as a whole or not at all. */
export async function writeWhole(path: string, pieces: AsyncIterable<string> | string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path + PART, 'w', 0o600);
  try {
    for await (const piece of pieces) await handle.write(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await settle(path);
}

/** Bytes of a file; undefined when it is not there. */
export async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found?.isFile() ? found.size : undefined;
}

/** SHA-256 of a file, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function filesAt(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const names = await readdir(join(root, path));
  const paths: string[] = [];
  for (const name of names.toSorted()) paths.push(...(await filesAt(root, `${path}/${name}`)));
  return paths;
}

/** Paths of all files of an export, relative to its root, with `/`: nothing else in the directory is the export's. */
export async function exportedFiles(root: string): Promise<string[]> {
  const paths: string[] = [];
  for (const name of TOP_NAMES) paths.push(...(await filesAt(root, name)));
  return paths;
}
