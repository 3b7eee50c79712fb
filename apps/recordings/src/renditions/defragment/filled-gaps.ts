/** Puts silence where a browser lost sound. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Track } from './movie.js';
import type { Silence } from './silence.js';
import { Chunks, TrackSamples } from './track-samples.js';
import type { Room } from './words.js';

/** A microphone that loses anything loses 10 ms or more; timestamps are rounded to less than this. */
const LEAST_MS = 4;
/** Longer gaps are not filled: hours of silence would need an index as large as that of a recording. */
const MOST_SEC = 600;
/** Of a track with more different durations than this nothing is concluded. */
const MOST_DURATIONS = 1000;

/** What is noted of a gap takes as much memory. */
const GAP_BYTES = 512;

/** Samples after which others have their turn: hours of sound have a million. */
const SAMPLES_A_TURN = 50_000;

/** Bytes that come between media. */
export interface Insert {
  /** Offset in the media as they were. */
  at: number;
  bytes: Buffer;
}

interface Gap {
  /** Number of the sample before it, counted from 0. */
  after: number;
  /** Packets of silence in it. */
  packets: number;
}

interface Gaps {
  /** Ticks that a sample lasts when nothing is missing after it. */
  usual: number;
  silence: Silence;
  list: readonly Gap[];
}

/**
 * Many players, FFmpeg and Chromium's among them, go by how much sound they have played: after a gap in the timestamps they play
 * sound and pictures apart by as much. So packets of silence go into the gaps, right behind the sample before each: where they lie
 * further behind, Chromium plays them at other times.
 * @returns what comes between the media, in order
 */
export async function fillGaps(tracks: readonly Track[], room: Room): Promise<Insert[]> {
  const found = tracks.map((track) => gapsOf(track, room));
  const inserts: Insert[] = [];
  for (const [index, { samples }] of tracks.entries())
    for (const insert of await insertsOf(samples, found[index], room)) inserts.push(insert);
  if (inserts.length === 0) return inserts;
  inserts.sort((one, other) => one.at - other.at);
  const shift = new Shift(inserts);
  for (const [index, track] of tracks.entries()) {
    const gaps = found[index];
    if (gaps) track.samples = await withSilence(track.samples, gaps, shift, room);
    else track.samples.chunks = movedChunks(track.samples, shift, room);
  }
  return inserts;
}

/** Undefined where nothing can be filled. What is too short for a packet is made up for by the next one. */
function gapsOf({ isSound, silence, timescale, samples }: Track, room: Room): Gaps | undefined {
  const usual = isSound && silence && !samples.composition.isUsed ? usualDuration(samples) : undefined;
  if (!silence || usual === undefined) return undefined;
  const [least, most] = [(LEAST_MS * timescale) / 1000, MOST_SEC * timescale];
  const list: Gap[] = [];
  let [number, missing] = [0, 0];
  for (const [count, duration] of samples.durations.runs()) {
    const gap = duration - usual;
    for (let index = 0; index < count && gap >= least && gap <= most; index += 1) {
      const after = number + index;
      // Nothing is known of what would have followed the last one.
      if (after + 1 === samples.count) continue;
      missing += gap;
      const packets = Math.round(missing / silence.ticks);
      if (packets <= 0) continue;
      missing -= packets * silence.ticks;
      room.take(GAP_BYTES);
      list.push({ after, packets });
    }
    number += count;
  }
  return list.length > 0 ? { usual, silence, list } : undefined;
}

/** What most samples last; undefined where there is no such duration. */
function usualDuration({ durations, count }: TrackSamples): number | undefined {
  const counts = new Map<number, number>();
  for (const [times, duration] of durations.runs()) {
    counts.set(duration, (counts.get(duration) ?? 0) + times);
    if (counts.size > MOST_DURATIONS) return undefined;
  }
  return [...counts].find(([, times]) => times > count / 2)?.[0];
}

async function insertsOf(samples: TrackSamples, gaps: Gaps | undefined, room: Room): Promise<Insert[]> {
  const inserts: Insert[] = [];
  if (!gaps) return inserts;
  const { packet } = gaps.silence;
  let next = 0;
  for (const { number, end } of places(samples)) {
    if (number % SAMPLES_A_TURN === SAMPLES_A_TURN - 1) await nextTurn();
    const gap = gaps.list[next];
    if (gap?.after !== number) continue;
    room.take(gap.packets * packet.length);
    inserts.push({ at: end, bytes: Buffer.alloc(gap.packets * packet.length, packet) });
    next += 1;
  }
  return inserts;
}

/** Where media are once others have come between them. A file may name its media in any order. */
class Shift {
  /** Bytes of the inserts before each of them, and of all. */
  private readonly before = [0];

  constructor(private readonly inserts: readonly Insert[]) {
    let sum = 0;
    for (const { bytes } of inserts) this.before.push((sum += bytes.length));
  }

  /** Where what begins at `offset` is then. */
  of(offset: number): number {
    let [low, high] = [0, this.inserts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.inserts[middle]?.at ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (this.before[low] ?? 0);
  }
}

function movedChunks({ chunks: old }: TrackSamples, shift: Shift, room: Room): Chunks {
  const chunks = new Chunks(room);
  for (const { offset, count } of old.all()) chunks.add(shift.of(offset), count);
  return chunks;
}

/** The same samples with silence in their gaps; what follows a gap begins a chunk. */
async function withSilence(old: TrackSamples, gaps: Gaps, shift: Shift, room: Room): Promise<TrackSamples> {
  const samples = new TrackSamples(room);
  const durations = old.durations.each();
  let [time, next, run] = [old.start, 0, 0];
  let from = 0;
  for (const { number, start, end, isFirst, isLast } of places(old)) {
    if (number % SAMPLES_A_TURN === SAMPLES_A_TURN - 1) await nextTurn();
    const duration = durations.next().value ?? 0;
    if (isFirst || run === 0) from = shift.of(start);
    samples.add({ time, duration, size: end - start, composition: 0, isSync: true });
    run += 1;
    const gap = gaps.list[next];
    const isBeforeGap = gap?.after === number;
    if (isLast || isBeforeGap) {
      samples.chunks.add(from, run);
      run = 0;
    }
    if (isBeforeGap) {
      const { packet, ticks } = gaps.silence;
      samples.chunks.add(shift.of(end) - gap.packets * packet.length, gap.packets);
      samples.room.takePackets(gap.packets);
      for (let index = 0; index < gap.packets; index += 1) {
        const at = time + gaps.usual + index * ticks;
        samples.add({ time: at, duration: ticks, size: packet.length, composition: 0, isSync: true });
      }
      next += 1;
    }
    time += duration;
  }
  samples.end();
  return samples;
}

interface Place {
  /** Number of the sample, counted from 0. */
  number: number;
  /** Offsets in the media. */
  start: number;
  end: number;
  /** Of its chunk. */
  isFirst: boolean;
  isLast: boolean;
}

/** Where each sample lies. */
function* places({ chunks, sizes }: TrackSamples): Generator<Place> {
  let number = 0;
  for (const { offset, count } of chunks.all()) {
    let start = offset;
    for (let index = 0; index < count; index += 1) {
      const end = start + sizes.at(number);
      yield { number, start, end, isFirst: index === 0, isLast: index === count - 1 };
      [start, number] = [end, number + 1];
    }
  }
}
