/** Sound that the browser lost while it recorded, as the files of a track tell it. */
import { soundGaps } from '../../mp4/sound-gaps.js';
import type { Interruption } from '../../storage/take-record.js';
import type { StoredTake } from '../../storage/take-store.js';

/** The take with what was lost among its interruptions; without, where a file cannot be read. */
export async function withLostSound(take: StoredTake): Promise<StoredTake> {
  const interruptions: Interruption[] = [...take.record.interruptions];
  for (const { startMs, media } of take.segments) {
    for (const { atMs, durationMs } of await soundGaps(media).catch(() => []))
      interruptions.push({ type: 'sound_lost', kind: 'microphone', atMs: startMs + atMs, durationMs });
  }
  interruptions.sort((a, b) => a.atMs - b.atMs);
  return { ...take, record: { ...take.record, interruptions } };
}
