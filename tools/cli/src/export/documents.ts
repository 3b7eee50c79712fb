/** What one run knows, and how it writes what it was answered. */
import { join } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';
import { type ExportApi, isCode, type Resource } from './api.js';
import { writeWhole } from './files.js';
import type { MediaFile } from './media.js';
import type { Progress } from './progress.js';

/** What one run knows. */
export interface Run {
  /** The directory of the export, absolute. */
  root: string;
  api: ExportApi;
  parallel: number;
  /** As the events or the caller say. */
  organizationId?: string | undefined;
  progress: Progress;
  /** Paths, relative to the root, of what the API has now. */
  current: Set<string>;
  /** Files of tracks that the API has now. */
  media: Map<string, MediaFile>;
  /** What the key or plan does not give, and why. */
  missing: Map<string, string>;
}

/** An id as a name of a file. @throws CliFailure for what is no id of ours. */
export function safe(id: unknown): string {
  if (typeof id === 'string' && /^[a-z]{2,8}_[0-9A-Za-z]{1,64}$/.test(id)) return id;
  const next = 'Check that CAPTURE_URL is the address of a Capture instance.';
  throw new CliFailure(EXIT.refused, 'unexpected_answer', 'The instance answered an id that is none.', next);
}

/** Writes one document and notes it as current. */
export async function keep(run: Run, path: string, document: unknown): Promise<void> {
  await writeWhole(join(run.root, path), [`${JSON.stringify(document, null, 2)}\n`]);
  run.current.add(path);
}

/** Writes a list, a document a line. */
export async function keepList(
  run: Run,
  path: string,
  from: string,
  onItem: (item: Resource) => void = () => undefined,
): Promise<void> {
  await keepLines(run, path, run.api.list(from), onItem);
}

export async function keepLines(
  run: Run,
  path: string,
  items: AsyncIterable<Resource>,
  onItem: (item: Resource) => void = () => undefined,
): Promise<void> {
  async function* lines() {
    for await (const item of items) {
      onItem(item);
      yield `${JSON.stringify(item)}\n`;
    }
  }
  await writeWhole(join(run.root, path), lines());
  run.current.add(path);
}

/** Does the work unless the resource was deleted since it was listed. */
export async function unlessGone(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!isCode(error, 'not_found', 'footage_expired')) throw error;
  });
}
