import { expect, it } from 'vitest';
import type { RecordingDto, TrackDto } from '../library/recording.dto.js';
import { timelineOf } from './timeline.model.js';

const track: TrackDto = {
  id: 'trk_1',
  participantId: 'prt_1',
  isGuest: true,
  takeNumber: 1,
  kind: 'camera',
  state: 'available',
  contentType: 'video/mp4',
  codecs: 'avc1.42c01f,opus',
  width: 1280,
  height: 720,
  durationSec: 12.5,
  sizeBytes: 1,
  sha256: 'ab'.repeat(32),
  startOffsetMs: 100.5,
  videoStartOffsetMs: 100.5,
  audioStartOffsetMs: 253.25,
  audioPreSkipMs: 80,
  offsetUncertaintyMs: 0.4,
  driftPpm: 50,
  gaps: [{ type: 'device_lost', atMs: 4000, durationMs: 700 }],
  captureManifest: null,
};
const recording: RecordingDto = {
  id: 'rec_1',
  sessionId: 'ses_1',
  captureRequestId: null,
  submissionId: null,
  status: 'complete',
  createdAt: '2026-01-31T12:00:00.000Z',
  durationSec: 13,
  expectedTrackCount: 1,
  retentionExpiresAt: null,
  tracks: [],
};

/** What editors place: kind, where it begins in the timeline and in the file, and for how long, in milliseconds. */
function placed(tracks: TrackDto[]): unknown[][] {
  return timelineOf({ ...recording, tracks }).tracks.children.map(({ kind, children }) => {
    const clip = children.at(-1);
    const begun = children.length > 1 ? children[0]?.source_range.duration.value : 0;
    return [kind, begun, clip?.source_range.start_time.value, clip?.source_range.duration.value];
  });
}

it('lays picture and sound of a file each at its own start, and leaves out what players skip', () => {
  expect(placed([track])).toEqual([
    ['Video', 100.5, 0, 12_500],
    ['Audio', 253.25, 80, 12_420],
  ]);
});

it('lays both at the start of the track where nothing finer was measured', () => {
  const claimed = { ...track, videoStartOffsetMs: null, audioStartOffsetMs: null, audioPreSkipMs: null };
  expect(placed([claimed])).toEqual([
    ['Video', 100.5, 0, 12_500],
    ['Audio', 100.5, 0, 12_500],
  ]);
});

it('lays a sound without a picture, a picture without a sound, and nothing that has not arrived', () => {
  const microphone = { ...track, width: null, height: null, codecs: 'opus' };
  const screen = { ...track, codecs: 'avc1.42c01f' };
  const arriving = { ...track, state: 'uploading' as const, durationSec: null };
  expect(placed([microphone, screen, arriving]).map(([kind]) => kind)).toEqual(['Audio', 'Video']);
});

it('names the file, marks the gaps and plays a fast clock’s media faster', () => {
  const [clip] = timelineOf({ ...recording, tracks: [track] }).tracks.children[0]?.children.slice(-1) ?? [];
  expect(clip).toMatchObject({
    media_reference: { target_url: 'rec_1-camera-trk_1.mp4' },
    markers: [
      { name: 'device_lost', marked_range: { start_time: { value: 4000 }, duration: { value: 700 } } },
    ],
    effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: expect.closeTo(1 / 0.99995, 9) }],
    metadata: { capture: { trackId: 'trk_1', offsetUncertaintyMs: 0.4 } },
  });
});
