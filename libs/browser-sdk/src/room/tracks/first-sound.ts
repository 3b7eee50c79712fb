/** When the first sound of a file was captured, which no recorder tells. */

/**
 * Chromium's recorder takes the ninth chunk of the microphone from `start()` on for its first, while its encoder starts.
 * So it was in 14 of 14 files, to 0.1 ms, whatever part of a chunk lay before `start()`.
 */
const LOST_CHUNKS = 8;
/** Players skip 3,840 samples of its Opus, by which the encoder is 312 ahead. */
const SKIPPED_MS = (3_840 - 312) / 48;

/** Of Chromium; TypeScript's DOM library does not know it yet. */
declare const MediaStreamTrackProcessor: new (init: { track: MediaStreamTrack }) => {
  readable: ReadableStream<AudioData>;
};

/**
 * The capture time, in device time, of the sound that players play first. It is known to a millisecond, or to a chunk of
 * the microphone (10 ms) where one began with the recorder. Null where the browser tells of no chunks, or records in
 * another format than MP4 with Opus.
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
    const since = at - instant;
    return at - (Math.floor(since / durationMs) - LOST_CHUNKS) * durationMs + SKIPPED_MS;
  } catch {
    return null;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
