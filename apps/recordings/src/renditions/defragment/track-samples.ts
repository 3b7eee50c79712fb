import { MAX_U32, NotUnderstood } from './boxes.js';
import { Words, RunLengths, type Room } from './words.js';

const MAX_I32 = 0x7fff_ffff;

export interface Sample {
  /** Decoding time, in ticks of the track. */
  time: number;
  duration: number;
  /** Bytes. */
  size: number;
  /** From decoding to being shown, in ticks. */
  composition: number;
  /** Whether decoding may start with it. */
  isSync: boolean;
}

/** What a file's index says of the samples of one track, collected in the order of decoding (ISO/IEC 14496-12, 8.6 and 8.7). */
export class TrackSamples {
  count = 0;
  /** Decoding time of the first sample. */
  start = 0;
  /** Largest time at which one ends to be shown. */
  shownUntil = 0;
  /** Of all samples, or null where they differ. */
  size: number | null = null;
  /** Whether any is shown at another time than it is decoded, and whether any is shown before that. */
  composition = { isUsed: false, isNegative: false };
  readonly sizes: Words;
  readonly durations: RunLengths;
  readonly compositions: RunLengths;
  /** Numbers of the samples at which decoding may start, counted from 1. */
  readonly syncs: Words;
  chunks: Chunks;
  private last: Sample | undefined;

  constructor(readonly room: Room) {
    this.sizes = new Words(room);
    this.durations = new RunLengths(room);
    this.compositions = new RunLengths(room);
    this.syncs = new Words(room);
    this.chunks = new Chunks(room);
  }

  /** @throws NotUnderstood where an index could not say it */
  add(sample: Sample): void {
    const { time, size, composition, isSync } = sample;
    if (size === 0) throw new NotUnderstood('a sample without bytes');
    if (composition > MAX_I32) throw new NotUnderstood('a sample that is shown too late');
    if (this.last) this.close(this.last, time - this.last.time, 1);
    else [this.start, this.size] = [time, size];
    if (size !== this.size) this.size = null;
    this.composition.isUsed ||= composition !== 0;
    this.composition.isNegative ||= composition < 0;
    this.count += 1;
    this.sizes.push(size);
    this.compositions.push(composition);
    if (isSync) this.syncs.push(this.count);
    this.last = sample;
  }

  /** No sample is added after this. */
  end(): void {
    if (this.last) this.close(this.last, this.last.duration, 0);
  }

  /** Ticks from the first sample to the end of the last one. */
  get duration(): number {
    return this.last ? this.last.time + this.last.duration - this.start : 0;
  }

  /** A sample lasts until the next one, so that gaps in the recording stay where they were. */
  private close({ time, composition }: Sample, duration: number, least: number): void {
    if (!(duration >= least && duration <= MAX_U32)) throw new NotUnderstood('samples that are out of order');
    this.durations.push(duration);
    this.shownUntil = Math.max(this.shownUntil, time + composition + duration);
  }
}

/** Where runs of samples lie in the media of the copy. */
export class Chunks {
  count = 0;
  /** Triples: number of the first chunk, samples in each from there on, which sample description. */
  readonly sampleCounts: Words;
  private readonly offsets: Words;
  private samples = 0;

  constructor(room: Room) {
    this.sampleCounts = new Words(room);
    this.offsets = new Words(room);
  }

  /** @param offset from the beginning of the media */
  add(offset: number, samples: number): void {
    this.count += 1;
    this.offsets.push(Math.floor(offset / 2 ** 32));
    this.offsets.push(offset % 2 ** 32);
    if (samples === this.samples) return;
    this.samples = samples;
    for (const value of [this.count, samples, 1]) this.sampleCounts.push(value);
  }

  /** Each with its offset from the beginning of the media and how many samples it has. */
  *all(): Generator<{ offset: number; count: number }> {
    let [entry, count] = [0, 0];
    for (let index = 0; index < this.count; index += 1) {
      if (this.sampleCounts.at(entry) === index + 1) {
        count = this.sampleCounts.at(entry + 1);
        entry += 3;
      }
      yield { offset: this.offsets.at(2 * index) * 2 ** 32 + this.offsets.at(2 * index + 1), count };
    }
  }

  /** Offsets in a file whose media begin at `base`, of 64 bits each where they are `wide`. */
  offsetsFrom(base: number, wide: boolean): Buffer {
    const bytes = Buffer.allocUnsafe(this.count * (wide ? 8 : 4));
    for (let index = 0; index < this.count; index += 1) {
      const offset = base + this.offsets.at(2 * index) * 2 ** 32 + this.offsets.at(2 * index + 1);
      if (wide) bytes.writeBigUInt64BE(BigInt(offset), 8 * index);
      else bytes.writeUInt32BE(offset % 2 ** 32, 4 * index);
    }
    return bytes;
  }
}
