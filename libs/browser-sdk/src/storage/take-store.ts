/** Reads and removes takes in the origin-private file system. Only the storage worker writes them. */
import { replayJournal, type JournalRecord } from './journal.js';
import { JOURNAL, MANIFESTS, ROOT, UPLOAD, segmentName } from './layout.js';
import { playableEnd } from '../mp4/boxes.js';
import { heldLocks, lockTake, nameOf } from './take-lock.js';
import {
  newestRecord,
  parse,
  type SegmentRecord,
  type TakeRecord,
  type UploadRecord,
} from './take-record.js';

interface StoredSegment extends SegmentRecord {
  /** The playable part of the segment's file. */
  media: Blob;
}

export interface StoredTake {
  record: TakeRecord;
  upload: UploadRecord | null;
  segments: StoredSegment[];
  journal: readonly JournalRecord[];
  durationMs: number;
  /** Bytes that belong to no complete fragment. */
  tornBytes: number;
  /** Why some of it could not be read. It may all be there the next time. */
  failure?: unknown;
}

/** The folder of every take. */
export async function openRoot(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
}

/** Only this error says that there is no such file. After any other one it may be there, whole. */
function absent(error: unknown): null {
  if ((error as Error).name !== 'NotFoundError') throw error;
  return null;
}

/** A take with the segments that can be played, possibly none; null when there is no such take. */
export async function readTake(takeId: string): Promise<StoredTake | null> {
  const root = await openRoot();
  const folder = await root.getDirectoryHandle(takeId).catch(absent);
  if (!folder) return null;
  let failure: unknown;
  const read = async <T>(name: string, use: (file: File) => Promise<T>): Promise<T | null> => {
    try {
      return await use(await (await folder.getFileHandle(name)).getFile());
    } catch (error) {
      if ((error as Error).name !== 'NotFoundError') failure = error;
      return null;
    }
  };
  const text = (file: File) => file.text();
  const record = newestRecord(await Promise.all(MANIFESTS.map((name) => read(name, text))));
  const log = await read(JOURNAL, (file) => file.arrayBuffer());
  const journal = replayJournal(new Uint8Array(log ?? []));
  const take: StoredTake = {
    record: record ?? newRecord(takeId),
    // Opening an upload again gives the same one, so a torn file does no harm.
    upload: parse(await read(UPLOAD, text)),
    segments: [],
    journal,
    durationMs: record?.finished?.durationMs ?? journal.at(-1)?.atMs ?? 0,
    tornBytes: 0,
  };
  for (const segment of take.record.segments) {
    await read(segmentName(segment.index), (file) => addSegment(take, segment, file));
  }
  return { ...take, failure };
}

/** Stands for a record that cannot be read, so that its take is listed all the same. */
function newRecord(id: string): TakeRecord {
  return { id, startedAt: '', targetId: '', segments: [] } as unknown as TakeRecord;
}

async function addSegment(take: StoredTake, segment: SegmentRecord, file: File): Promise<void> {
  const last = take.journal.findLast((entry) => entry.segment === segment.index);
  const end = segment.bytes ?? (await playableEnd(file, last?.safe));
  take.tornBytes += file.size - end;
  if (end) take.segments.push({ ...segment, media: file.slice(0, end) });
}

/** The beginning of a take that is within a limit, cut after a whole fragment. Changes nothing on disk. */
export function trimTake(take: StoredTake, maxMs: number): StoredTake {
  const last = take.journal.findLast(({ atMs, safe }) => safe && atMs <= maxMs);
  const { segment = -1, safe, atMs: durationMs = 0 } = last ?? {};
  const segments = take.segments.filter(({ index }) => index <= segment);
  const cut = segments.pop();
  if (cut) {
    segments.push({ ...cut, durationMs: durationMs - cut.startMs, media: cut.media.slice(0, safe) });
  }
  return { ...take, segments, durationMs };
}

async function readUnlocked(): Promise<StoredTake[]> {
  const root = await openRoot();
  const takeIds: string[] = [];
  for await (const takeId of root.keys()) takeIds.push(takeId);
  const held = await heldLocks();
  const takes: StoredTake[] = [];
  for (const takeId of takeIds) {
    const take = held.includes(nameOf(takeId)) ? null : await readTake(takeId);
    if (take) takes.push(take);
  }
  return takes.sort((a, b) => (a.record.startedAt < b.record.startedAt ? -1 : 1));
}

/** Every take of this origin that no page has locked and that can be played or not be read, oldest first. */
export async function readStranded(): Promise<StoredTake[]> {
  return (await readUnlocked()).filter(isWorthKeeping);
}

/** False for a take that was read in full and holds nothing to play: its page died too early. */
function isWorthKeeping({ segments, failure }: StoredTake): boolean {
  return !!(segments.length || failure);
}

/** Removes the takes in which there is nothing to play. */
export async function removeEmpty(): Promise<void> {
  for (const take of await readUnlocked()) {
    const { id } = take.record;
    const unlock = !isWorthKeeping(take) && (await lockTake(id));
    if (!unlock) continue;
    // Its page may have been about to write when it was read.
    const again = await readTake(id);
    if (again && !isWorthKeeping(again)) await removeTake(id);
    unlock();
  }
}

export async function removeTake(takeId: string): Promise<void> {
  const root = await openRoot();
  await root.removeEntry(takeId, { recursive: true }).catch(absent);
}
