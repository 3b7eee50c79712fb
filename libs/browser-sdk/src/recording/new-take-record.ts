import { targetOf, type TakeRecord } from '../storage/take-record.js';
import type { CaptureAccess } from '../types.js';
import { chooseMimeType, recorderSettings } from './recorder-settings.js';

/** The record of a take that is about to begin. */
export function newTakeRecord(
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

/** Device and group ids could identify a person, so they never enter a record. */
function withoutIds<T>(value: T): T {
  const keep = (name: string, field: unknown) => (name.endsWith('Id') ? undefined : field);
  return JSON.parse(JSON.stringify(value, keep)) as T;
}
