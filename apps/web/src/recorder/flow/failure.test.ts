import type { CaptureErrorCode } from '@capture/browser';
import { describe, expect, it } from 'vitest';
import { problemCopy } from '../copy/problem-words.js';
import { pageCopy } from '../copy/recorder.copy.js';
import {
  after,
  request as asked,
  take,
  toPreview,
  toQuestion,
  toRecording,
  toReview,
  toSubmitting,
} from './recorder.fixtures.js';
import { advance, initial, type RecorderEvent } from './recorder.model.js';

const CODES: CaptureErrorCode[] = [
  'unsupported_browser',
  'permission_denied',
  'no_devices',
  'not_recording',
  'nothing_to_submit',
  'invalid_request',
  'link_expired',
  'request_closed',
  'superseded',
  'quota_exceeded',
  'rate_limited',
  'upload_failed',
  'network',
];
const toRequesting: RecorderEvent[] = [...toQuestion, { type: 'camera_requested' }];
const toStarting: RecorderEvent[] = [
  ...toPreview,
  { type: 'countdown_ticked', left: 1 },
  { type: 'starting' },
];
const PLACES: [string, RecorderEvent[]][] = [
  ['loading', []],
  ['question', toQuestion],
  ['requesting', toRequesting],
  ['starting', toStarting],
  ['recording', toRecording],
  ['review', toReview],
  ['submitting', toSubmitting],
];

describe('every code at every step', () => {
  const all = PLACES.flatMap(([place, events]) => CODES.map((code) => ({ place, events, code })));
  it.each(all)('$code while $place leaves the person somewhere with something to do', ({ events, code }) => {
    const state = advance(after(events), { type: 'failed', code });
    expect(['page', 'question', 'preview', 'review']).toContain(state.phase.name);
    const copy = state.phase.name === 'page' ? pageCopy[state.phase.page] : problemCopy(state.problem!);
    expect(copy.title).not.toMatch(/error/i);
    expect(copy.body.join(' ').length).toBeGreaterThan(20);
  });
});

describe('where a failure leads', () => {
  it.each([
    ['link_expired', 'link_expired'],
    ['request_closed', 'not_accepting'],
    ['superseded', 'superseded'],
  ] as const)('%s while sending ends at its page, with the take still there to save', (code, page) => {
    expect(after([...toSubmitting, { type: 'failed', code }]).phase).toEqual({ name: 'page', page, take });
  });

  it('a failed upload goes back to review, with the take and what was filled in', () => {
    const state = after([...toSubmitting, { type: 'failed', code: 'upload_failed' }]);
    expect(state.phase).toEqual({ name: 'review', take });
    expect(state.form.releaseAccepted).toBe(true);
    expect(state.problem?.at).toBe('submitting');
  });

  it.each(['nothing_to_submit', 'not_recording'] as const)(
    '%s at the review leads to the question only where there is no take any more',
    (code) => {
      for (const before of [toReview, toSubmitting]) {
        const still = after([...before, { type: 'failed', code, kept: take }]);
        expect(still.phase).toEqual({ name: 'review', take });
        if (before === toSubmitting)
          expect(problemCopy(still.problem!).body.join()).toMatch(/submit it again/i);
        expect(after([...before, { type: 'failed', code, kept: null }]).phase.name).toBe('question');
      }
    },
  );

  it('a rejected name is shown at its field, not as a failure', () => {
    const named: RecorderEvent[] = [{ type: 'filled', form: { displayName: 'Ada' } }, ...toSubmitting];
    const refused: RecorderEvent = { type: 'failed', code: 'invalid_request', field: 'displayName' };
    const state = after([...named, refused], initial('open'));
    expect(state).toMatchObject({ missing: ['displayName'], problem: null, phase: { name: 'review' } });
  });

  it.each(['displayName', 'releaseAccepted'])(
    'a rejected %s without a field of its own is shown as a failure',
    (field) => {
      const request = { ...asked, release: { ...asked.release, required: false } };
      const events: RecorderEvent[] = [...toSubmitting, { type: 'request_changed', request }];
      const state = after([...events, { type: 'failed', code: 'invalid_request', field }]);
      expect(state).toMatchObject({
        missing: [],
        problem: { field, at: 'submitting' },
        phase: { name: 'review' },
      });
    },
  );

  it('a start that finds no space keeps the preview, one that finds no camera does not', () => {
    expect(after([...toStarting, { type: 'failed', code: 'quota_exceeded' }]).phase.name).toBe('preview');
    expect(after([...toStarting, { type: 'failed', code: 'no_devices' }]).phase.name).toBe('question');
  });

  it('anything that keeps the question from loading can be tried again', () => {
    expect(after([{ type: 'failed', code: 'network' }]).phase).toMatchObject({ page: 'unreachable' });
  });

  it('a complaint goes away with the next step', () => {
    const denied = after([...toRequesting, { type: 'failed', code: 'permission_denied' }]);
    expect(advance(denied, { type: 'camera_requested' }).problem).toBeNull();
  });

  it('nothing undoes a landed submission', () => {
    const done = after([...toSubmitting, { type: 'submitted' }]);
    expect(advance(done, { type: 'failed', code: 'network' }).phase.name).toBe('done');
    expect(initial('open').problem).toBeNull();
  });
});
