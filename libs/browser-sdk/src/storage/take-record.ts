/** The record stored beside a take's media: enough to show, recover and submit it without the page that made it. */
import type { CaptureAccess, DeviceKind, EndReason } from '../types.js';

export interface SegmentRecord {
  index: number;
  /** Milliseconds since the take began. */
  startMs: number;
  width: number | null;
  height: number | null;
  /** This and the fields below are set once the segment has ended. */
  durationMs?: number;
  bytes?: number;
  endReason?: EndReason;
}

export interface Interruption {
  /** `stalled`: no media arrived for a while without another cause, for example because the machine slept. */
  /** `slow`: in a room, the machine recorded fewer pictures than before. */
  /** `sound_lost`: in a room, the browser was too busy to fetch what the microphone gave; the file's sound goes on later by as much. */
  type: 'muted' | 'device_lost' | 'hidden' | 'stalled' | 'resized' | 'slow' | 'sound_lost';
  kind?: DeviceKind | undefined;
  atMs: number;
  durationMs: number;
}

/** What the MediaRecorder was asked for. */
export interface RecorderSettings {
  mimeType: string;
  videoBitsPerSecond: number;
  audioBitsPerSecond: number;
  timesliceMs: number;
}

interface DeviceRecord {
  kind: DeviceKind;
  label: string | null;
}

export interface TakeRecord {
  layout: 1;
  /** Counts the saves; the copy with the higher count is read. */
  save: number;
  id: string;
  /** `room`: a track of a session, whose id is `targetId`; what it belongs to lies beside it. */
  mode: CaptureAccess['mode'] | 'room';
  targetId: string;
  startedAt: string;
  recorder: RecorderSettings;
  constraints: MediaStreamConstraints;
  /** The actual settings of the devices (MediaStreamTrack.getSettings()), without device ids. */
  settings: { video: MediaTrackSettings; audio: MediaTrackSettings };
  devices: DeviceRecord[];
  segments: SegmentRecord[];
  interruptions: Interruption[];
  /** Equal to `save` and written last, which proves that the copy is whole. */
  sealed?: number;
  finished?: { stoppedAt: string; durationMs: number; endReason: EndReason };
}

/** The service's take, once an upload has begun. */
export interface UploadRecord {
  takeId: string;
  partSize: number;
  /** Parts were sent while the take went on: what is stored need not be what was joined in the end. */
  isEarly?: true;
}

export function targetOf(access: CaptureAccess): string {
  return access.mode === 'contact' ? access.contactId : access.campaignId;
}

/** The newer of the whole copies of a record. */
export function newestRecord(copies: readonly (string | null)[]): TakeRecord | null {
  const records = copies
    .map((text) => parse<TakeRecord>(text))
    // A torn copy begins with one save and ends with another.
    .filter((record): record is TakeRecord => record?.layout === 1 && record.sealed === record.save);
  return records.sort((a, b) => a.save - b.save).at(-1) ?? null;
}

/** Null for a file that is absent, torn or empty. */
export function parse<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? '') as T;
  } catch {
    return null;
  }
}
