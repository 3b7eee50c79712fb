import type { Input, InputAudioTrack, InputTrack } from 'mediabunny';
import { boundedRead, openMedia } from '../takes/media-input.js';
import type { TakeFile } from '../takes/take-file.js';

/** Limits on what a hostile file may make the probe do. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
const TIME_LIMIT_MS = 20_000;

/** What the server saw in the file, beside what the client claims. Null where it could not tell. */
export interface Probe {
  ok: boolean;
  /** Why the file could not be read, or null. */
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

function unreadable(sizeBytes: number, error: unknown): Probe {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return {
    ok: false,
    error: reason,
    container: null,
    codecs: null,
    width: null,
    height: null,
    audioPreSkipMs: null,
    durationMs: null,
    sizeBytes,
  };
}

/** Never rejects: a file that the library cannot read is recorded as such, and kept. */
export async function probe(file: TakeFile): Promise<Probe> {
  const input = await openMedia(file, boundedRead(file, MAX_READ_BYTES));
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<Probe>((resolve) => {
    timer = setTimeout(() => resolve(unreadable(file.sizeBytes, 'the probe took too long')), TIME_LIMIT_MS);
  });
  try {
    return await Promise.race([describe(input, file.sizeBytes), timeUp]);
  } catch (error) {
    return unreadable(file.sizeBytes, error);
  } finally {
    clearTimeout(timer);
    input.dispose();
  }
}

async function describe(input: Input, sizeBytes: number): Promise<Probe> {
  const format = await input.getFormat();
  const tracks = await input.getTracks();
  const video = await input.getPrimaryVideoTrack();
  const duration = tracks.length === 0 ? NaN : await input.computeDuration();
  return {
    ok: tracks.length > 0,
    error: tracks.length > 0 ? null : 'the file has no tracks',
    container: format.mimeType,
    codecs: await codecsOf(tracks),
    width: video ? await video.getDisplayWidth() : null,
    height: video ? await video.getDisplayHeight() : null,
    audioPreSkipMs: await preSkipOf(await input.getPrimaryAudioTrack()),
    durationMs: Number.isFinite(duration) ? Math.round(duration * 1000) : null,
    sizeBytes,
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
