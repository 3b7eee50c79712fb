/** Where the sound of a file was lost while it was captured. */
import { boxesOf } from './boxes.js';
import { isPictures, readHeader, type Track } from './header.js';
import { samplesOf } from './samples.js';

/** A microphone that loses anything loses 10 ms or more; timestamps are rounded to less than this. */
const LEAST_MS = 4;
/** After so many packets it is known how long one lasts. */
const ENOUGH = 15;

export interface SoundGap {
  /** Milliseconds into the file. */
  atMs: number;
  durationMs: number;
}

/**
 * A recorder takes what a microphone gives it, one packet after the other, and writes down when each was captured. Where the
 * browser lost some, too busy to fetch it, the next packet begins later than the one before ends. Reads the headers of
 * fragments only.
 */
export async function soundGaps(media: Blob): Promise<SoundGap[]> {
  const { tracks } = await readHeader(media);
  const sound = tracks.find((track) => !isPictures(track));
  return sound ? gapsBetween(await packetsOf(media, sound), sound.timescale) : [];
}

/** When each packet of a track begins, in ticks. */
async function packetsOf(media: Blob, { id: wanted }: Track): Promise<number[]> {
  const begins: number[] = [];
  for await (const { type, start, size } of boxesOf(media)) {
    if (type !== 'moof') continue;
    const view = new DataView(await media.slice(start, start + size).arrayBuffer());
    for (const { id, ticks } of samplesOf(view)) if (id === wanted) begins.push(ticks);
  }
  return begins;
}

/** All packets last equally long, so that most of the first distances tell how long. */
function gapsBetween(begins: readonly number[], timescale: number): SoundGap[] {
  const distances = begins.slice(1).map((ticks, index) => ticks - (begins[index] as number));
  const first = distances.slice(0, ENOUGH).sort((a, b) => a - b);
  const usual = first[first.length >> 1] ?? 0;
  return distances.flatMap((distance, index) => {
    const durationMs = ((distance - usual) * 1000) / timescale;
    const end = ((begins[index] as number) + usual) * 1000;
    return durationMs < LEAST_MS ? [] : [{ atMs: end / timescale, durationMs }];
  });
}
