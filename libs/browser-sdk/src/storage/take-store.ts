/** Reads and removes takes in the origin-private file system. Only the storage worker writes them. */
import { replayJournal, type JournalRecord } from './journal.js';
import { JOURNAL, MANIFESTS, ROOT, UPLOAD, segmentName } from './layout.js';
import { playableEnd } from './mp4.js';
import { isLocked } from './take-lock.js';
import { newestRecord, type SegmentRecord, type TakeRecord, type UploadRecord } from './take-record.js';

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

/** A take with the segments that can be played, possibly none; null when there is no such take. */
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

/** Every playable take of this origin that no page has locked, oldest first. */
export async function readStranded(): Promise<StoredTake[]> {
  const root = await openRoot();
  const takes: StoredTake[] = [];
  const takeIds: string[] = [];
  for await (const takeId of root.keys()) takeIds.push(takeId);
  for (const takeId of takeIds) {
    const take = (await isLocked(takeId)) ? null : await readTake(takeId);
    if (take?.segments.length) takes.push(take);
    // Its page died before there was anything to play.
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
