import { CaptureError } from './errors.js';
import { spliceSegments } from './splice.js';
import { holdTake } from './take-lock.js';
import { targetOf } from './take-record.js';
import { readStranded, readTake, removeTake } from './vault.js';
import type { StoredTake } from './vault.js';
import type { CaptureAccess, Take } from './types.js';

const CONTENT_TYPE = 'video/mp4';

/** A finished take of which this client alone holds the lock. */
export class HeldTake {
  readonly take: Take;

  constructor(
    readonly stored: StoredTake,
    readonly media: Blob,
    readonly release: () => void,
    recovered: boolean,
  ) {
    const { record, durationMs } = stored;
    this.take = {
      id: record.id,
      previewUrl: URL.createObjectURL(media),
      startedAt: record.startedAt,
      durationSec: durationMs / 1000,
      sizeBytes: media.size,
      contentType: CONTENT_TYPE,
      recovered,
      endReason: record.finished?.endReason ?? 'unknown',
    };
  }

  /** Deletes the local bytes. Only after the service's receipt, or because the person said so. */
  async drop(): Promise<void> {
    await removeTake(this.take.id);
    this.letGo();
  }

  /** Leaves the take on disk, for recover() to find. */
  letGo(): void {
    URL.revokeObjectURL(this.take.previewUrl);
    this.release();
  }
}

/** Opens a finished take for preview and upload. `nothing_to_submit` where nothing in it can be played. */
export async function openTake(takeId: string, release: () => void, recovered = false): Promise<HeldTake> {
  const stored = await readTake(takeId);
  if (!stored?.segments.length) {
    release();
    throw new CaptureError('nothing_to_submit', { detail: 'nothing playable' });
  }
  const media = await spliceSegments(stored.segments, CONTENT_TYPE);
  return new HeldTake(stored, media, release, recovered);
}

/** Takes over a stranded take of a link: the given one, or the newest. `nothing_to_submit` where there is none. */
export async function recoverTake(access: CaptureAccess, takeId?: string): Promise<HeldTake> {
  const isWanted = ({ record }: StoredTake) =>
    record.mode === access.mode && record.targetId === targetOf(access) && (!takeId || record.id === takeId);
  const stranded = (await readStranded()).findLast(isWanted);
  const release = stranded && (await holdTake(stranded.record.id));
  if (!release) throw new CaptureError('nothing_to_submit', { detail: 'no stranded take' });
  return openTake(stranded.record.id, release, true);
}
