/** What to record with: the best MP4 that this browser makes, at a rate that fits the picture. */
import type { RecorderSettings } from '../storage/take-record.js';

/**
 * `avc3` first: it carries its parameter sets in the stream, so a change of resolution leaves the
 * file decodable, which under `avc1` corrupts it. AAC before Opus: more players read it in MP4.
 */
const CODECS = ['avc3,mp4a.40.2', 'avc3,opus', 'avc1,mp4a.40.2', 'avc1,opus'];
const BARE = 'video/mp4';

/** One fragment a second, each beginning with a keyframe. A crash costs at most the last one. */
export const TIMESLICE_MS = 1000;
const AUDIO_BPS = 128_000;
const MAX_VIDEO_BPS = 8_000_000;
const MIN_VIDEO_BPS = 1_000_000;
const BITS_PER_PIXEL = 0.13;

/** TypeScript's DOM library does not know the keyframe interval yet. */
export interface RecorderOptions extends MediaRecorderOptions {
  videoKeyFrameIntervalDuration: number;
}

export function chooseMimeType(
  isTypeSupported = (type: string) => MediaRecorder.isTypeSupported(type),
): string {
  return CODECS.map((codecs) => `${BARE};codecs=${codecs}`).find(isTypeSupported) ?? BARE;
}

/** `ceilingBps`: the highest rate at which a take of the maximum duration stays below the maximum size. */
export function recorderSettings(
  mimeType: string,
  video: MediaTrackSettings,
  ceilingBps = Infinity,
): RecorderSettings {
  const { width = 1920, height = 1080, frameRate = 30 } = video;
  const wanted = Math.min(ceilingBps - AUDIO_BPS, width * height * frameRate * BITS_PER_PIXEL);
  return {
    mimeType,
    videoBitsPerSecond: Math.round(Math.min(MAX_VIDEO_BPS, Math.max(MIN_VIDEO_BPS, wanted))),
    audioBitsPerSecond: AUDIO_BPS,
    timesliceMs: TIMESLICE_MS,
  };
}

export function recorderOptions({ timesliceMs, ...settings }: RecorderSettings): RecorderOptions {
  return { ...settings, videoKeyFrameIntervalDuration: timesliceMs };
}
