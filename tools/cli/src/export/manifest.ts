import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../instance/http.js';
import { isObject } from '../signatures/json-file.js';
import type { Run } from './documents.js';
import { exportedFiles, PART, sha256Of, sizeOf, writeWhole } from './files.js';

export const MANIFEST = 'manifest.json';

/** A file of the export. */
export interface ExportedFile {
  /** Relative to the directory, with `/`. */
  path: string;
  size: number;
  /** In hex. */
  sha256: string;
  /** When a run found that the API has it no longer. */
  goneSince?: string;
}

/** What `manifest.json` holds; `complete`: everything that the key could read is there. */
export interface Manifest {
  exportVersion: 1;
  baseUrl: string;
  /** As its events or the command line say; null where neither does. */
  organizationId: string | null;
  completedAt: string;
  complete: boolean;
  missing: { what: string; reason: string }[];
  counts: Record<string, number>;
  files: ExportedFile[];
}

function isManifest(value: unknown): value is Manifest {
  return isObject(value) && value['exportVersion'] === 1 && Array.isArray(value['files']);
}

/** The manifest in a directory; undefined when there is none that can be read. */
export async function readManifest(root: string): Promise<Manifest | undefined> {
  const manifest = parseJson(await readFile(join(root, MANIFEST), 'utf8').catch(() => ''));
  return isManifest(manifest) ? manifest : undefined;
}

/** Media was hashed when it came and never changes; other files are small. */
async function fileAt(run: Run, path: string): Promise<ExportedFile> {
  const absolute = join(run.root, path);
  const sha256 = run.media.get(path)?.sha256 ?? (await sha256Of(absolute));
  return { path, size: (await sizeOf(absolute)) ?? 0, sha256 };
}

/**
 * Lists every file with its hash. Files of a part of the export that was read, but that the API has no longer, are
 * marked.
 * @param names what at the top of the directory was read in this run
 */
export async function writeManifest(run: Run, names: ReadonlySet<string>): Promise<Manifest> {
  const now = new Date().toISOString();
  const before = await readManifest(run.root);
  const earlier = new Map(before?.files.map((file) => [file.path, file]));
  const files: ExportedFile[] = [];
  for (const path of await exportedFiles(run.root)) {
    if (path.endsWith(PART)) continue;
    const [top = ''] = path.split('/');
    const known = earlier.get(path);
    const isGone = names.has(top) && !run.current.has(path) && !run.media.has(path);
    // Hashing what is not fetched again would make damage of the disk look like content.
    const file = run.current.has(path) || !known ? await fileAt(run, path) : { ...known };
    delete file.goneSince;
    if (isGone) file.goneSince = known?.goneSince ?? now;
    files.push(file);
  }
  const missing = [...run.missing].map(([what, reason]) => ({ what, reason }));
  const manifest: Manifest = {
    exportVersion: 1,
    baseUrl: run.api.baseUrl,
    organizationId: run.organizationId ?? before?.organizationId ?? null,
    completedAt: now,
    complete: missing.length === 0,
    missing,
    counts: run.progress.counts,
    files,
  };
  await writeWhole(join(run.root, MANIFEST), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest;
}
