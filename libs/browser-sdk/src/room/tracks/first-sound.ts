/** When the first sound of a file was captured, which no recorder tells. */
import { soundGaps } from '../../mp4/sound-gaps.js';
import { asCaptured, RATE, startOfSound, type Sound } from './match-start.js';

/**
 * Chromium's recorder mostly takes the ninth chunk of the microphone from `start()` on for its first, while its encoder
 * starts; sometimes the tenth, and on a busy machine another one.
 */
const LOST_CHUNKS = 8;
/** Players skip 3,840 samples of its Opus, by which the encoder is 312 ahead. */
const SKIPPED_MS = 3_840 / 48;
const AHEAD_MS = 312 / 48;
const FILE_RATE = 48_000;
/** Long enough for a word, and within the part of the file that is looked at. */
const LISTEN_MS = 2_000;
/** Kept while the page is too busy to take them, where the browser's own ten are a tenth of a second. */
const HELD_CHUNKS = 300;
/** Chunks further apart than this have lost some between them. */
const GAP_MS = 2;

/** Of Chromium; TypeScript's DOM library does not know it yet. */
declare const MediaStreamTrackProcessor: new (init: { track: MediaStreamTrack; maxBufferSize: number }) => {
  readable: ReadableStream<AudioData>;
};

/**
 * Listens to a microphone from the start of its recorder on, for a moment. Hears nothing where the browser tells of no
 * chunks, or records in another format than MP4 with Opus.
 */
export class HeardSound {
  readonly #heard: Sound[] = [];
  #chunkMs = 0;
  #reader: ReadableStreamDefaultReader<AudioData> | undefined;

  constructor(stream: MediaStream, mimeType: string) {
    const [track] = stream.getAudioTracks();
    if (!track || !mimeType.endsWith('opus') || !('MediaStreamTrackProcessor' in globalThis)) return;
    this.#reader = new MediaStreamTrackProcessor({ track, maxBufferSize: HELD_CHUNKS }).readable.getReader();
    void this.#listen(this.#reader).catch(() => undefined);
  }

  /**
   * The capture time, in device time, of the sound that players play first, by when the recorder was started: mostly known to
   * a chunk of the microphone (10 ms). Null where nothing was heard.
   */
  expected(startedAt: number): number | null {
    const [first] = this.#heard;
    if (!first) return null;
    // Chunks follow each other without gaps, so that any of them tells when the others began.
    const since = Math.floor((first.at - startedAt) / this.#chunkMs);
    return first.at - (since - LOST_CHUNKS) * this.#chunkMs + SKIPPED_MS - AHEAD_MS;
  }

  /** The same, known to a fraction of a millisecond where the beginning of the file has the sound that was heard. */
  async within(beginning: Blob, startedAt: number): Promise<number | null> {
    this.close();
    const expected = this.expected(startedAt);
    if (expected === null) return null;
    try {
      const context = new OfflineAudioContext(1, 1, FILE_RATE);
      // Unlike players it skips nothing.
      const decoded = await context.decodeAudioData(await beginning.arrayBuffer());
      const played = asCaptured(thinned(decoded.getChannelData(0), FILE_RATE), await soundGaps(beginning));
      const begun = startOfSound(played, this.#heard, expected - SKIPPED_MS);
      return begun === null ? expected : begun + SKIPPED_MS;
    } catch {
      return expected;
    }
  }

  close(): void {
    void this.#reader?.cancel().catch(() => undefined);
    this.#reader = undefined;
  }

  async #listen(reader: ReadableStreamDefaultReader<AudioData>): Promise<void> {
    for (;;) {
      const { value: chunk } = await reader.read();
      if (!chunk) return;
      const at = performance.timeOrigin + chunk.timestamp / 1000;
      this.#chunkMs ||= chunk.duration / 1000;
      this.#keep(at, samplesOf(chunk));
      chunk.close();
      if (at > (this.#heard[0]?.at ?? at) + LISTEN_MS) return this.close();
    }
  }

  /** Joins it to what was heard before, where nothing was lost between. */
  #keep(at: number, samples: Float32Array): void {
    const last = this.#heard.at(-1);
    const end = last ? last.at + (last.pcm.length * 1000) / RATE : -Infinity;
    if (!last || Math.abs(at - end) > GAP_MS) return void this.#heard.push({ at, pcm: samples });
    const joined = new Float32Array(last.pcm.length + samples.length);
    joined.set(last.pcm);
    joined.set(samples, last.pcm.length);
    last.pcm = joined;
  }
}

/** Of the first channel. */
function samplesOf(chunk: AudioData): Float32Array {
  const samples = new Float32Array(chunk.numberOfFrames);
  chunk.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
  return thinned(samples, chunk.sampleRate);
}

/** As many samples a second as are compared: each is the mean of several. */
function thinned(samples: Float32Array, rate: number): Float32Array {
  const step = rate / RATE;
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const group = samples.subarray(Math.round(index * step), Math.round((index + 1) * step));
    return group.reduce((sum, sample) => sum + sample, 0) / group.length;
  });
}
