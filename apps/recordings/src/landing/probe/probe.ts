import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, InputAudioTrack, InputTrack } from 'mediabunny';
import { boundedRead, openMedia, type ReadRange } from '../../takes/media-input.js';
import type { TakeFile } from '../../takes/take-file.js';
import { lastFragments } from './last-fragments.js';

/** Limits on what a hostile file may make the probe do. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
const TIME_LIMIT_MS = 20_000;
/** Read at once from where something is needed, of a store that may take its time over each reading. */
const READ_AHEAD_BYTES = 16 * 1024;
/** What the columns of a track can hold. */
const MOST = 2 ** 31 - 1;

/** What the server saw in the file, beside what the client claims. Null where it could not tell. */
export interface Probe {
  /** Whether its header could be read. */
  ok: boolean;
  /** Why the file, or its duration, could not be read; or null. */
  error: string | null;
  container: string | null;
  /** RFC 6381 strings, comma-separated, video first. */
  codecs: string | null;
  width: number | null;
  height: number | null;
  /** Of the sound: what a player leaves out at the beginning, as an Opus stream says of itself. */
  audioPreSkipMs: number | null;
  durationMs: number | null;
  sizeBytes: number;
}

/**
 * A file that the library cannot read is recorded as such, and kept.
 * @throws whatever the store throws
 */
export async function probe(file: TakeFile): Promise<Probe> {
  // What the store throws must not count as a fault of the file.
  const failure: { cause?: Error } = {};
  const read = boundedRead(
    {
      read: (start, end) =>
        file.read(start, end).catch((error: unknown) => {
          failure.cause ??= error instanceof Error ? error : new Error(String(error));
          throw error;
        }),
    },
    MAX_READ_BYTES,
  );
  const look = new Look(file.sizeBytes, read);
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the probe took too long')), TIME_LIMIT_MS);
  });
  try {
    await Promise.race([look.run(), timeUp]);
    return look.seen;
  } catch (error) {
    if (failure.cause !== undefined) throw failure.cause;
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    return { ...look.seen, error: reason };
  } finally {
    clearTimeout(timer);
    look.end();
  }
}

/** One look at a file, which may be broken off at any time: what was seen until then stays. */
class Look {
  seen: Probe;
  private readonly inputs: Input[] = [];

  constructor(
    private readonly sizeBytes: number,
    private readonly read: ReadRange,
  ) {
    this.seen = unseen(sizeBytes);
  }

  async run(): Promise<void> {
    const input = await this.open(this.sizeBytes, readAhead(this.read, this.sizeBytes));
    const tracks = await input.getTracks();
    this.seen = { ...this.seen, ...(await headerOf(input, tracks)) };
    if (tracks.length > 0)
      this.seen = { ...this.seen, durationMs: await this.durationMs(input, tracks.length) };
  }

  end(): void {
    for (const input of this.inputs) input.dispose();
  }

  private async durationMs(input: Input, trackCount: number): Promise<number | null> {
    const short = await lastFragments(this.sizeBytes, trackCount, this.read);
    const seconds = await (short ? this.durationOf(short) : input.computeDuration());
    return storable(Math.round(seconds * 1000));
  }

  /** As large as the file, with nothing in place of the media: what a file may claim is held against its size. */
  private async durationOf(bytes: Buffer): Promise<number> {
    const read = (start: number, end: number): Promise<Buffer> => {
      const filled = Buffer.alloc(end - start);
      filled.set(bytes.subarray(start, end));
      return Promise.resolve(filled);
    };
    return (await this.open(Math.max(this.sizeBytes, bytes.length), read)).computeDuration();
  }

  private async open(sizeBytes: number, read: ReadRange): Promise<Input> {
    const input = await openMedia({ sizeBytes }, read, 'none');
    this.inputs.push(input);
    return input;
  }
}

function unseen(sizeBytes: number): Probe {
  return {
    ok: false,
    error: null,
    container: null,
    codecs: null,
    width: null,
    height: null,
    audioPreSkipMs: null,
    durationMs: null,
    sizeBytes,
  };
}

async function headerOf(input: Input, tracks: InputTrack[]): Promise<Partial<Probe>> {
  const format = await input.getFormat();
  const video = await input.getPrimaryVideoTrack();
  return {
    ok: tracks.length > 0,
    error: tracks.length > 0 ? null : 'the file has no tracks',
    container: format.mimeType,
    codecs: await codecsOf(tracks),
    width: video ? storable(await video.getDisplayWidth()) : null,
    height: video ? storable(await video.getDisplayHeight()) : null,
    audioPreSkipMs: await preSkipOf(await input.getPrimaryAudioTrack()),
  };
}

/** A file may claim to last a thousand years, or to be as wide: what it is then is unknown. */
function storable(value: number): number | null {
  return Number.isInteger(value) && value >= 0 && value <= MOST ? value : null;
}

/** Answers from the last piece that was read where it can. */
function readAhead(read: ReadRange, sizeBytes: number): ReadRange {
  let piece: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  return async (start, end) => {
    const held = piece;
    // In turns with all others, and with the clock that breaks it off.
    await nextTurn();
    if (start >= held.start && end <= held.start + held.bytes.length)
      return held.bytes.subarray(start - held.start, end - held.start);
    const bytes = await read(start, Math.min(sizeBytes, Math.max(end, start + READ_AHEAD_BYTES)));
    piece = { start, bytes };
    return bytes.subarray(0, end - start);
  };
}

/** RFC 7845, 5.1: the identification header names it at byte 10, in samples of 48 kHz. */
async function preSkipOf(audio: InputAudioTrack | null): Promise<number | null> {
  if (!audio || (await audio.getCodec()) !== 'opus') return null;
  const { description } = (await audio.getDecoderConfig()) ?? {};
  if (!description || description.byteLength < 12) return null;
  const header = ArrayBuffer.isView(description)
    ? new DataView(description.buffer, description.byteOffset, description.byteLength)
    : new DataView(description);
  return header.getUint16(10, true) / 48;
}

async function codecsOf(tracks: InputTrack[]): Promise<string | null> {
  const ordered = [...tracks].sort((a, b) => Number(b.isVideoTrack()) - Number(a.isVideoTrack()));
  const names = await Promise.all(
    ordered.map(async (track) => (await track.getCodecParameterString()) ?? (await track.getCodec())),
  );
  const known = names.filter((name) => name !== null);
  return known.length > 0 ? known.join(',') : null;
}
