/** What is kept beside the media of a take: enough to show, recover and submit it without the page that made it. */
import { chooseMimeType, recorderSettings } from './engine.js';
import type { RecorderSettings } from './engine.js';
import type { CaptureAccess, EndReason } from './types.js';

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
  type: 'muted' | 'device_lost' | 'hidden' | 'frozen' | 'resized';
  atMs: number;
  durationMs: number;
}

export interface DeviceRecord {
  kind: 'camera' | 'microphone';
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
    recorder: recorderSettings(chooseMimeType(), video),
    constraints,
    settings: { video, audio: anonymous(microphone) },
    devices: [
      { kind: 'camera', label: camera?.label ?? null },
      { kind: 'microphone', label: microphone?.label ?? null },
    ],
    segments: [],
    interruptions: [],
  };
}

/** Device and group ids follow a person from site to site, so they never enter a record. */
function anonymous(track: MediaStreamTrack | undefined): MediaTrackSettings {
  const { deviceId: _deviceId, groupId: _groupId, ...settings } = track?.getSettings() ?? {};
  return settings;
}

/** Of the two copies of a record, the newest that is whole. */
export function newestRecord(copies: readonly (string | null)[]): TakeRecord | null {
  let newest: TakeRecord | null = null;
  for (const copy of copies) {
    const record = parse(copy);
    if (record && record.save > (newest?.save ?? -1)) newest = record;
  }
  return newest;
}

function parse(text: string | null): TakeRecord | null {
  try {
    const record = JSON.parse(text ?? '') as TakeRecord;
    return record.layout === 1 ? record : null;
  } catch {
    return null;
  }
}
