/** What is kept beside the media of a take: enough to show, recover and submit it without the page that made it. */
import { chooseMimeType, recorderSettings } from './engine.js';
import type { RecorderSettings } from './engine.js';
import type { CaptureAccess, DeviceKind, EndReason } from './types.js';

export interface SegmentRecord {
  index: number;
  /** Milliseconds since the take began. */
  startMs: number;
  width: number | null;
  height: number | null;
  /** The rest is known once the segment has ended. */
  durationMs?: number;
  bytes?: number;
  endReason?: EndReason;
}

export interface Interruption {
  /** `stalled`: no media came although nothing else was wrong, as when the machine slept. */
  type: 'muted' | 'device_lost' | 'hidden' | 'stalled' | 'resized';
  kind?: DeviceKind | undefined;
  atMs: number;
  durationMs: number;
}

interface DeviceRecord {
  kind: DeviceKind;
  label: string | null;
}

export interface TakeRecord {
  layout: 1;
  /** Counts the saves; of the two copies the higher one is read. */
  save: number;
  id: string;
  mode: CaptureAccess['mode'];
  targetId: string;
  startedAt: string;
  recorder: RecorderSettings;
  constraints: MediaStreamConstraints;
  /** What the devices really gave (MediaStreamTrack.getSettings()), without device ids. */
  settings: { video: MediaTrackSettings; audio: MediaTrackSettings };
  devices: DeviceRecord[];
  segments: SegmentRecord[];
  interruptions: Interruption[];
  /** Equal to `save`, and the last thing to be written. */
  sealed?: number;
  finished?: { stoppedAt: string; durationMs: number; endReason: EndReason };
}

/** The upload of a take that the service has opened. */
export interface UploadRecord {
  takeId: string;
  partSize: number;
}

export function targetOf(access: CaptureAccess): string {
  return access.mode === 'contact' ? access.contactId : access.campaignId;
}

/** The record of a take that is about to begin. */
export function newRecord(
  access: CaptureAccess,
  constraints: MediaStreamConstraints,
  stream: MediaStream,
  ceilingBps?: number,
): TakeRecord {
  const [camera] = stream.getVideoTracks();
  const [microphone] = stream.getAudioTracks();
  const video = anonymous(camera);
  return {
    layout: 1,
    save: 0,
    id: crypto.randomUUID(),
    mode: access.mode,
    targetId: targetOf(access),
    startedAt: '',
    recorder: recorderSettings(chooseMimeType(), video, ceilingBps),
    constraints: withoutIds(constraints),
    settings: { video, audio: anonymous(microphone) },
    devices: [
      { kind: 'camera', label: camera?.label ?? null },
      { kind: 'microphone', label: microphone?.label ?? null },
    ],
    segments: [],
    interruptions: [],
  };
}

function anonymous(track: MediaStreamTrack | undefined): MediaTrackSettings {
  return withoutIds(track?.getSettings() ?? {});
}

/** Device and group ids tell a person's devices apart from all others, so they never enter a record. */
function withoutIds<T>(value: T): T {
  const isId = (name: string) => name === 'deviceId' || name === 'groupId';
  return JSON.parse(JSON.stringify(value, (name, field: unknown) => (isId(name) ? undefined : field))) as T;
}

/** Of the two copies of a record, the newest that is whole. */
export function newestRecord(copies: readonly (string | null)[]): TakeRecord | null {
  const records = copies.map(parse).filter((record) => record !== null);
  return records.sort((a, b) => b.save - a.save)[0] ?? null;
}

function parse(text: string | null): TakeRecord | null {
  try {
    const record = JSON.parse(text ?? '') as TakeRecord;
    // A copy that was torn while it was overwritten begins with one save and ends with another.
    return record.layout === 1 && record.sealed === record.save ? record : null;
  } catch {
    return null;
  }
}
