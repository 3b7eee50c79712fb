import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

function gone(error: unknown): Buffer {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
  throw error;
}

/** Files below a directory, or below none. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      gone(error);
      return [];
    },
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Files below a directory that contain `text`. The directory may be in use: what vanishes meanwhile contains nothing. */
export async function filesWith(directory: string, text: string): Promise<string[]> {
  const files = await filesBelow(directory);
  const holds = await Promise.all(
    files.map(async (file) => (await readFile(file).catch(gone)).includes(text)),
  );
  return files.filter((_file, index) => holds[index]);
}

/** The clip with a text in it that is nowhere else: in a box that players skip (`free`, ISO/IEC 14496-12 §8.1.2). */
export function withCanary(clip: Buffer): { bytes: Buffer; canary: string } {
  const canary = `canary-${randomUUID()}`;
  const box = Buffer.alloc(8 + canary.length);
  box.writeUInt32BE(box.length);
  box.write(`free${canary}`, 4, 'latin1');
  return { bytes: Buffer.concat([clip, box]), canary };
}
