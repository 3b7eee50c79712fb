/** When the first sound of a file was captured, which no recorder tells. */

/** Chromium's recorder begins with the chunk of the microphone that is stamped this long after `start()`, or the next. */
const LATE_MS = 2.8;
/** Players skip 3,840 samples of Chromium's Opus, by which its encoder is 312 ahead. */
const SKIPPED_MS = (3_840 - 312) / 48;

/** Of Chromium; TypeScript's DOM library does not know it yet. */
declare const MediaStreamTrackProcessor: new (init: { track: MediaStreamTrack }) => {
  readable: ReadableStream<AudioData>;
};

/**
 * The capture time, in device time, of the sound that players play first, to half a chunk of the microphone (5 ms). Null
 * where the browser tells of no chunks, or records in another format than MP4 with Opus.
 */
export async function firstSoundSince(
  instant: number,
  stream: MediaStream,
  mimeType: string,
): Promise<number | null> {
  const [track] = stream.getAudioTracks();
  if (!track || !mimeType.endsWith('opus') || !('MediaStreamTrackProcessor' in globalThis)) return null;
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
  try {
    const { value: chunk } = await reader.read();
    if (!chunk) return null;
    const [at, durationMs] = [performance.timeOrigin + chunk.timestamp / 1000, chunk.duration / 1000];
    chunk.close();
    // Chunks follow each other without gaps, so that any of them tells when the others began.
    const since = at - (instant + LATE_MS);
    return at - Math.floor(since / durationMs) * durationMs + SKIPPED_MS;
  } catch {
    return null;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
