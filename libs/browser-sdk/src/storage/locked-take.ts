import { CaptureError } from '../errors.js';
import { pause } from '../pause.js';
import type { CaptureAccess, Take } from '../types.js';
import { spliceSegments } from '../mp4/splice.js';
import { lockTake } from './take-lock.js';
import { targetOf } from './take-record.js';
import { readStranded, readTake, removeTake } from './take-store.js';
import type { StoredTake } from './take-store.js';

const READ_TRIES = 3;
const READ_PAUSE_MS = 200;

/** A finished take whose lock this client holds. */
export class LockedTake {
  /** What the client's caller sees of it. */
  readonly info: Take;

  constructor(
    readonly onDisk: StoredTake,
    readonly media: Blob,
    readonly unlock: () => void,
    recovered: boolean,
  ) {
    const { record, durationMs } = onDisk;
    this.info = {
      id: record.id,
      previewUrl: URL.createObjectURL(media),
      startedAt: record.startedAt,
      durationSec: durationMs / 1000,
      sizeBytes: media.size,
      contentType: media.type,
      recovered,
      endReason: record.finished?.endReason ?? 'unknown',
    };
  }

  /** Deletes the local bytes. Only after the service's receipt, or when the person discards the take. */
  async remove(): Promise<void> {
    await removeTake(this.info.id);
    this.letGo();
  }

  /** Leaves the take on disk, for recover() to find. */
  letGo(): void {
    URL.revokeObjectURL(this.info.previewUrl);
    this.unlock();
  }
}

/**
 * Opens a finished take for preview and upload. Rejects with `nothing_to_submit` when it was read and nothing
 * in it can be played, and with `upload_failed` when it cannot be read now: then it is kept.
 */
export async function openTake(takeId: string, unlock: () => void, recovered = false): Promise<LockedTake> {
  try {
    let stored = await readTake(takeId);
    for (let tries = READ_TRIES; stored?.failure && --tries;) {
      await pause(READ_PAUSE_MS);
      stored = await readTake(takeId);
    }
    if (stored?.failure) throw CaptureError.from(stored.failure, 'upload_failed');
    if (!stored?.segments.length) {
      await removeTake(takeId);
      throw new CaptureError('nothing_to_submit');
    }
    const media = await spliceSegments(stored.segments);
    return new LockedTake(stored, media, unlock, recovered);
  } catch (error) {
    unlock();
    throw CaptureError.from(error, 'upload_failed');
  }
}

/** Locks and opens a stranded take of a link: the given one, or the newest. Rejects with `nothing_to_submit` if none. */
export async function recoverTake(access: CaptureAccess, takeId?: string): Promise<LockedTake> {
  const isWanted = ({ record }: StoredTake) =>
    record.mode === access.mode && record.targetId === targetOf(access) && (!takeId || record.id === takeId);
  const takes = (await readStranded()).filter(isWanted);
  // The newest that can be read, if any can.
  const stranded = takes.findLast(({ failure }) => !failure) ?? takes.at(-1);
  return openStranded(stranded?.record.id);
}

/** Locks and opens a stranded take of any link. Rejects with `nothing_to_submit` if there is none under this id. */
export async function openStranded(takeId = ''): Promise<LockedTake> {
  const unlock = takeId && (await lockTake(takeId));
  if (!unlock) throw new CaptureError('nothing_to_submit');
  return openTake(takeId, unlock, true);
}
