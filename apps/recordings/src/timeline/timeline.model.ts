/** A recording as a timeline of OpenTimelineIO (its JSON, schema versions that every release reads). */
import { downloadFileName } from '../downloads/file-name.js';
import type { RecordingDto, TrackDto } from '../library/recording.dto.js';

/** Times are in milliseconds, fractions included. */
const RATE = 1000;

interface RationalTime {
  OTIO_SCHEMA: 'RationalTime.1';
  rate: number;
  value: number;
}

interface TimeRange {
  OTIO_SCHEMA: 'TimeRange.1';
  start_time: RationalTime;
  duration: RationalTime;
}

interface Marker {
  OTIO_SCHEMA: 'Marker.2';
  name: string;
  marked_range: TimeRange;
  metadata: object;
}

interface Gap {
  OTIO_SCHEMA: 'Gap.1';
  source_range: TimeRange;
}

interface Clip {
  OTIO_SCHEMA: 'Clip.1';
  name: string;
  source_range: TimeRange;
  media_reference: { OTIO_SCHEMA: 'ExternalReference.1'; target_url: string; available_range: TimeRange };
  effects: object[];
  markers: Marker[];
  metadata: object;
}

/** A track with the name that its file is downloaded under. */
type NamedTrack = TrackDto & { fileName: string };

interface LaidTrack {
  OTIO_SCHEMA: 'Track.1';
  name: string;
  kind: 'Video' | 'Audio';
  children: (Gap | Clip)[];
}

export interface Timeline {
  OTIO_SCHEMA: 'Timeline.1';
  name: string;
  global_start_time: null;
  metadata: object;
  tracks: { OTIO_SCHEMA: 'Stack.1'; name: string; children: LaidTrack[] };
}

/** Lays what has arrived of a recording, picture and sound of each file by their own starts. */
export function timelineOf(recording: RecordingDto): Timeline {
  const arrived = recording.tracks.filter(
    ({ state, durationSec }) => state === 'available' && durationSec !== null,
  );
  return {
    OTIO_SCHEMA: 'Timeline.1',
    name: recording.id,
    global_start_time: null,
    metadata: {
      capture: { recordingId: recording.id, sessionId: recording.sessionId, status: recording.status },
    },
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      name: 'tracks',
      children: arrived.flatMap((track) => laid(track, recording.id)),
    },
  };
}

function laid(track: TrackDto, recordingId: string): LaidTrack[] {
  const { startOffsetMs, videoStartOffsetMs, audioStartOffsetMs, audioPreSkipMs, codecs } = track;
  const start = startOffsetMs ?? 0;
  const media = {
    ...track,
    fileName: downloadFileName(recordingId, track.id, track.kind, track.contentType),
  };
  const hasVideo = track.width !== null;
  const hasAudio = !hasVideo || (codecs ?? '').includes(',');
  // Editors decode what players leave out at the beginning of the sound, so the clip begins after it.
  const sound = laidAs('Audio', media, audioStartOffsetMs ?? start, audioPreSkipMs ?? 0);
  return [
    ...(hasVideo ? [laidAs('Video', media, videoStartOffsetMs ?? start, 0)] : []),
    ...(hasAudio ? [sound] : []),
  ];
}

function laidAs(kind: LaidTrack['kind'], track: NamedTrack, atMs: number, skippedMs: number): LaidTrack {
  const clip = clipOf(track, skippedMs);
  const gap: Gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, atMs) };
  return {
    OTIO_SCHEMA: 'Track.1',
    name: `${track.id} ${kind}`,
    kind,
    children: atMs > 0 ? [gap, clip] : [clip],
  };
}

function clipOf(track: NamedTrack, skippedMs: number): Clip {
  const { id, fileName, durationSec, gaps, participantId, takeNumber, kind, sha256 } = track;
  const { offsetUncertaintyMs, driftPpm } = track;
  const durationMs = (durationSec ?? 0) * 1000;
  const facts = { trackId: id, participantId, takeNumber, kind, sha256, offsetUncertaintyMs, driftPpm };
  return {
    OTIO_SCHEMA: 'Clip.1',
    name: id,
    source_range: range(skippedMs, Math.max(0, durationMs - skippedMs)),
    media_reference: {
      OTIO_SCHEMA: 'ExternalReference.1',
      target_url: fileName,
      available_range: range(0, durationMs),
    },
    effects: driftPpm ? [warp(driftPpm)] : [],
    markers: gaps.map((gap) => ({
      OTIO_SCHEMA: 'Marker.2',
      name: gap.type,
      marked_range: range(gap.atMs, gap.durationMs),
      metadata: {},
    })),
    metadata: { capture: facts },
  };
}

/** A device's clock that gained on the room's recorded media seconds that lasted less: they play faster. */
function warp(driftPpm: number): object {
  return {
    OTIO_SCHEMA: 'LinearTimeWarp.1',
    name: 'drift',
    effect_name: 'LinearTimeWarp',
    time_scalar: 1 / (1 - driftPpm / 1_000_000),
    metadata: {},
  };
}

function range(startMs: number, durationMs: number): TimeRange {
  return { OTIO_SCHEMA: 'TimeRange.1', start_time: time(startMs), duration: time(durationMs) };
}

function time(ms: number): RationalTime {
  return { OTIO_SCHEMA: 'RationalTime.1', rate: RATE, value: ms };
}
