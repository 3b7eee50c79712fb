/** Values for unit tests of the recorder. */
import type { RequestInfo, StrandedTake, Take } from '@capture/browser';
import { advance, initial, type RecorderEvent } from './recorder.model.js';
import type { RecorderState } from './recorder.state.js';

export const request: RequestInfo = {
  id: 'crq_1',
  title: 'Night library',
  prompt: 'Which evening do you remember?',
  status: 'active',
  maxDurationSec: 120,
  deadlineAt: null,
  release: { required: true, text: 'I agree.', version: 'v1' },
  limits: { maxSizeBytes: 1e9, partSizeBytes: 8e6 },
};

export const take: Take = {
  id: 'take-1',
  previewUrl: 'blob:take-1',
  startedAt: '2026-05-04T10:00:00.000Z',
  durationSec: 42,
  sizeBytes: 4_200_000,
  contentType: 'video/mp4',
  recovered: false,
  endReason: 'stopped',
};

export const stranded: StrandedTake = {
  id: 'take-0',
  startedAt: '2026-05-03T10:00:00.000Z',
  durationSec: 12,
  sizeBytes: 1_200_000,
  mode: 'contact',
  targetId: 'cnt_1',
  uploading: false,
  health: 'ok',
};

/** The model never inspects a stream. */
export const stream = { getTracks: () => [] as MediaStreamTrack[] } as MediaStream;

/** The state after a sequence of events. */
export function after(events: RecorderEvent[], from: RecorderState = initial('contact')): RecorderState {
  return events.reduce(advance, from);
}

export const toQuestion: RecorderEvent[] = [{ type: 'request_loaded', request }];
export const toPreview: RecorderEvent[] = [
  ...toQuestion,
  { type: 'camera_requested' },
  { type: 'camera_on', stream },
];
export const toRecording: RecorderEvent[] = [
  ...toPreview,
  { type: 'countdown_ticked', left: 3 },
  { type: 'starting' },
  { type: 'recording' },
];
export const toReview: RecorderEvent[] = [...toRecording, { type: 'stopping' }, { type: 'take_ready', take }];
export const toSubmitting: RecorderEvent[] = [
  ...toReview,
  { type: 'filled', form: { releaseAccepted: true } },
  { type: 'submit_pressed' },
];
