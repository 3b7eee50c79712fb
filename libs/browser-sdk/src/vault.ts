/** Reads and removes takes in the origin-private file system. Writing is the storage worker's alone. */
import { replayJournal } from './journal.js';
import type { JournalRecord } from './journal.js';
import { playableEnd } from './mp4.js';
import { JOURNAL, MANIFESTS, ROOT, UPLOAD, segmentName } from './storage-protocol.js';
import { newestRecord } from './take-record.js';
import type { SegmentRecord, TakeRecord, UploadRecord } from './take-record.js';
import { isHeld } from './take-lock.js';

interface StoredSegment extends SegmentRecord {
  /** The playable part of the segment's file. */
  media: Blob;
}

export interface StoredTake {
  record: TakeRecord;
  upload: UploadRecord | null;
  segments: StoredSegment[];
  durationMs: number;
  /** Bytes that belong to no complete fragment. */
  truncatedBytes: number;
}

async function openRoot(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
}

async function readFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch {
    return null;
  }
}

async function readText(folder: FileSystemDirectoryHandle, name: string): Promise<string | null> {
  return (await (await readFile(folder, name))?.text()) ?? null;
}

/** The take as far as it can be played, which may be not at all; null where there is none. */
export async function readTake(takeId: string): Promise<StoredTake | null> {
  const root = await openRoot();
  const folder = await root.getDirectoryHandle(takeId).catch(() => null);
  if (!folder) return null;
  const record = newestRecord(await Promise.all(MANIFESTS.map((name) => readText(folder, name))));
  const journalFile = await readFile(folder, JOURNAL);
  if (!record || !journalFile) return null;
  const journal = replayJournal(new Uint8Array(await journalFile.arrayBuffer()));
  const take: StoredTake = {
    record,
    upload: JSON.parse((await readText(folder, UPLOAD)) || 'null') as UploadRecord | null,
    segments: [],
    durationMs: record.finished?.durationMs ?? journal.at(-1)?.atMs ?? 0,
    truncatedBytes: 0,
  };
  for (const segment of record.segments) {
    const file = await readFile(folder, segmentName(segment.index));
    if (file) await addSegment(take, segment, file, journal);
  }
  return take;
}

async function addSegment(
  take: StoredTake,
  segment: SegmentRecord,
  file: File,
  journal: readonly JournalRecord[],
): Promise<void> {
  const last = journal.findLast((entry) => entry.segment === segment.index);
  const end = segment.bytes ?? (await playableEnd(file, last?.safe));
  take.truncatedBytes += file.size - end;
  if (end) take.segments.push({ ...segment, media: file.slice(0, end) });
}

/** Every take of this origin that nobody holds and in which there is something to play, oldest first. */
export async function readStranded(): Promise<StoredTake[]> {
  const root = await openRoot();
  const takes: StoredTake[] = [];
  const takeIds: string[] = [];
  for await (const takeId of root.keys()) takeIds.push(takeId);
  for (const takeId of takeIds) {
    const take = (await isHeld(takeId)) ? null : await readTake(takeId);
    if (take?.segments.length) takes.push(take);
    // Its page died before there was anything to play: nobody can ever want it.
    else if (take) await removeTake(takeId);
  }
  return takes.sort((a, b) => a.record.startedAt.localeCompare(b.record.startedAt));
}

export async function removeTake(takeId: string): Promise<void> {
  const root = await openRoot();
  await root.removeEntry(takeId, { recursive: true }).catch((error: Error) => {
    if (error.name !== 'NotFoundError') throw error;
  });
}
