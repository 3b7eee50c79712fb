import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, truncate, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';
import { backOff, brokenOff, type ExportApi } from './api.js';
import { PART, settle, sizeOf } from './files.js';

const IDLE_MS = 60_000;
const ATTEMPTS = 6;

/** The file of a track that the API calls available. */
export interface MediaFile {
  recordingId: string;
  trackId: string;
  /** Where it is kept, absolute. */
  path: string;
  sizeBytes: number;
  /** Of the whole file, in hex. */
  sha256: string;
}

/** A fetch that stopped being answered; what has arrived is kept. */
class Interrupted extends Error {}

/** A store that answers the whole file to a range. */
class NoRanges extends Interrupted {}

/** Carries the hash over what an earlier attempt left, and counts it. */
async function resume(part: string, limit: number): Promise<{ hash: Hash; from: number }> {
  const hash = createHash('sha256');
  const stored = (await sizeOf(part)) ?? 0;
  if (stored > limit) await truncate(part, 0);
  if (stored === 0 || stored > limit) return { hash, from: 0 };
  for await (const chunk of createReadStream(part, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return { hash, from: stored };
}

/** The bytes from `from` on, ended when none come for a minute. */
async function* bytesOf(url: string, from: number): AsyncGenerator<Uint8Array> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), IDLE_MS);
  try {
    const headers = new Headers();
    if (from > 0) headers.set('range', `bytes=${from}-`);
    const response = await fetch(url, { headers, signal: stop.signal });
    const isRest = from > 0 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`);
    if (
      response.body === null ||
      (from === 0 ? response.status !== 200 : response.status !== 206 || !isRest)
    ) {
      await response.body?.cancel();
      const Cause = from > 0 && response.status === 200 ? NoRanges : Interrupted;
      throw new Cause(`the store answered ${response.status}`);
    }
    for await (const chunk of response.body) {
      timer.refresh();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Interrupted ? error : new Interrupted((error as Error).message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function append(
  handle: FileHandle,
  bytes: AsyncGenerator<Uint8Array>,
  { hash, from, limit }: { hash: Hash; from: number; limit: number },
  onBytes: (count: number) => void,
): Promise<number> {
  let at = from;
  for await (const chunk of bytes) {
    if (at + chunk.length > limit) throw new Interrupted('the file is longer than the API says');
    hash.update(chunk);
    for (let done = 0; done < chunk.length;) {
      const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at + done);
      done += bytesWritten;
    }
    at += chunk.length;
    onBytes(chunk.length);
  }
  return at;
}

/** One attempt: goes on with what is there. Resolves with whether the file is whole and right. */
async function attempt(api: ExportApi, file: MediaFile, onBytes: (count: number) => void): Promise<boolean> {
  const part = file.path + PART;
  const { hash, from } = await resume(part, file.sizeBytes);
  if (from < file.sizeBytes) {
    const minted = await api.post(
      `/api/v1/recordings/${file.recordingId}/tracks/${file.trackId}/download-url`,
    );
    const handle = await open(part, from === 0 ? 'w' : 'r+', 0o600);
    try {
      const bytes = bytesOf((minted as { url: string }).url, from);
      const end = await append(handle, bytes, { hash, from, limit: file.sizeBytes }, onBytes);
      if (end < file.sizeBytes) throw new Interrupted('the answer broke off');
    } finally {
      await handle.sync().finally(() => handle.close());
    }
  }
  return hash.digest('hex') === file.sha256;
}

/**
 * Fetches a track's original into its place. A file has its name only once it is whole, synced and of the SHA-256 that the
 * API states; what an earlier run left of it is not fetched again. Memory does not grow with the file.
 * @throws CliFailure when the file is not what the API states, or does not come
 */
export async function fetchMedia(
  api: ExportApi,
  file: MediaFile,
  onBytes: (count: number) => void,
): Promise<void> {
  const part = file.path + PART;
  await mkdir(dirname(file.path), { recursive: true });
  let wrong = 0;
  for (let failures = 0; ;) {
    const before = (await sizeOf(part)) ?? 0;
    try {
      if (await attempt(api, file, onBytes)) return await settle(file.path);
      // What was left by an earlier run may be to blame, so once from the first byte.
      wrong += 1;
      await rm(part, { force: true });
      if (wrong === 2) throw notAsStated(file);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      if (error instanceof NoRanges) await rm(part, { force: true });
      failures = ((await sizeOf(part)) ?? 0) > before ? 1 : failures + 1;
      if (failures === ATTEMPTS) throw brokenOff(`${file.trackId} did not come: ${error.message}.`);
      await backOff(failures);
    }
  }
}

function notAsStated({ trackId }: MediaFile): CliFailure {
  const message = `The file of ${trackId} does not have the SHA-256 that the API states.`;
  const next = 'Run the command again; if it stays so, tell whoever runs the instance.';
  return new CliFailure(EXIT.refused, 'checksum_mismatch', message, next);
}
