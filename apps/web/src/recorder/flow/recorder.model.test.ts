import { describe, expect, it } from 'vitest';
import {
  after,
  request,
  stranded,
  stream,
  take,
  toPreview,
  toQuestion,
  toRecording,
  toReview,
  toSubmitting,
} from './recorder.fixtures.js';
import {
  advance,
  initial,
  isBusy,
  missingFields,
  oldStranded,
  ownStranded,
  type RecorderEvent,
} from './recorder.model.js';
import type { RecorderState } from './recorder.state.js';

const name = (state: RecorderState) => state.phase.name;

describe('the way from the question to thank you', () => {
  it('passes every step once', () => {
    const events: RecorderEvent[] = [...toSubmitting, { type: 'submitted' }];
    const steps = events.map((_, index) => name(after(events.slice(0, index + 1))));
    expect([...new Set(steps)]).toEqual([
      'question',
      'requesting',
      'preview',
      'countdown',
      'starting',
      'recording',
      'stopping',
      'review',
      'submitting',
      'done',
    ]);
  });

  it.each(['draft', 'closed'] as const)('ends at the not-accepting page for a %s request', (status) => {
    const state = after([{ type: 'request_loaded', request: { ...request, status } }]);
    expect(state.phase).toEqual({ name: 'page', page: 'not_accepting', take: null });
  });

  it('goes from review back to the camera, and what was filled in stays', () => {
    const again = after([
      ...toReview,
      { type: 'filled', form: { releaseAccepted: true } },
      { type: 'camera_requested' },
      { type: 'camera_on', stream },
    ]);
    expect(name(again)).toBe('preview');
    expect(again.form.releaseAccepted).toBe(true);
  });

  it.each([
    ['another wording', { text: 'I agree to more.', version: 'v2' }],
    ['another wording that need not be accepted', { required: false, text: 'Read this.', version: 'v2' }],
    ['a wording that was corrected', { text: 'I agree!' }],
  ])('what was accepted is not carried over to %s, and the name stays', (_, changed) => {
    const ticked = after([
      ...toReview,
      { type: 'filled', form: { displayName: 'Ada', releaseAccepted: true } },
    ]);
    const asked = { ...request, maxDurationSec: 60 };
    const same = advance(ticked, { type: 'request_changed', request: asked });
    expect(same).toMatchObject({ request: asked, form: { displayName: 'Ada', releaseAccepted: true } });
    const other = { ...request, release: { ...request.release, ...changed } };
    for (const type of ['request_changed', 'request_loaded'] as const)
      expect(advance(ticked, { type, request: other })).toMatchObject({
        request: other,
        form: { displayName: 'Ada', releaseAccepted: false },
      });
  });

  it('a cancelled countdown leaves the preview on', () => {
    const state = after([
      ...toPreview,
      { type: 'countdown_ticked', left: 3 },
      { type: 'countdown_cancelled' },
    ]);
    expect(state.phase).toEqual({ name: 'preview', stream });
  });

  it('a take that ends by itself goes to review without a stop', () => {
    expect(name(after([...toRecording, { type: 'take_ready', take }]))).toBe('review');
  });

  it('a recovered take goes from the question to review and is no longer offered', () => {
    const opened = after([{ type: 'stranded_found', stranded: [stranded] }, ...toQuestion]);
    const state = after(
      [{ type: 'take_ready', take: { ...take, id: stranded.id, recovered: true } }],
      opened,
    );
    expect(name(state)).toBe('review');
    expect(state.stranded).toEqual([]);
  });
});

describe('events at the wrong time', () => {
  const late: RecorderEvent[] = [
    { type: 'countdown_ticked', left: 2 },
    { type: 'starting' },
    { type: 'recording' },
    { type: 'elapsed', sec: 9 },
    { type: 'stopping' },
    { type: 'submit_pressed' },
    { type: 'progress', fraction: 0.5, sentBytes: 5, verifying: false },
    { type: 'waiting', waiting: true },
    { type: 'upload_stopped' },
    { type: 'submitted' },
  ];
  it.each(late)('$type changes nothing at the question', (event) => {
    const state = after(toQuestion);
    expect(advance(state, event)).toBe(state);
  });

  it('a second take does not replace the one under review', () => {
    const state = after(toReview);
    expect(advance(state, { type: 'take_ready', take: { ...take, id: 'other' } })).toBe(state);
  });

  it('the same second of the timer is not a new state', () => {
    const state = after([...toRecording, { type: 'elapsed', sec: 4 }]);
    expect(advance(state, { type: 'elapsed', sec: 4 })).toBe(state);
  });
});

describe('the form', () => {
  it('is not sent without an accepted release', () => {
    const state = after([...toReview, { type: 'submit_pressed' }]);
    expect(name(state)).toBe('review');
    expect(state.missing).toEqual(['releaseAccepted']);
  });

  it('of an open link is not sent without a name, and a blank is none', () => {
    const state = after(
      [
        ...toReview,
        { type: 'filled', form: { displayName: '  ', releaseAccepted: true } },
        { type: 'submit_pressed' },
      ],
      initial('open'),
    );
    expect(state.missing).toEqual(['displayName']);
  });

  it('stops complaining about a field as soon as it is filled', () => {
    const complaining = after([...toReview, { type: 'submit_pressed' }]);
    expect(advance(complaining, { type: 'filled', form: { releaseAccepted: true } }).missing).toEqual([]);
  });

  it('asks for nothing where no release is required and the person is known', () => {
    const free = { ...request, release: { required: false, text: null, version: null } };
    expect(missingFields(after([{ type: 'request_loaded', request: free }]))).toEqual([]);
  });
});

describe('sending', () => {
  it('shows what is sent, waits, goes on and verifies', () => {
    const sent = after([
      ...toSubmitting,
      { type: 'progress', fraction: 0.4, sentBytes: 40, verifying: false },
    ]);
    expect(sent.phase).toMatchObject({ fraction: 0.4, sentBytes: 40, step: 'sending' });
    const waiting = advance(sent, { type: 'waiting', waiting: true });
    expect(waiting.phase).toMatchObject({ fraction: 0.4, step: 'waiting' });
    const verifying = advance(waiting, { type: 'progress', fraction: 0.98, sentBytes: 100, verifying: true });
    expect(verifying.phase).toMatchObject({ step: 'verifying' });
  });

  it('stopped by the person goes back to review with the take', () => {
    expect(after([...toSubmitting, { type: 'upload_stopped' }]).phase).toEqual({ name: 'review', take });
  });
});

describe('takes found on this device', () => {
  const access = { mode: 'contact', contactId: 'cnt_1', key: 'k' } as const;

  it('are offered to their own link only, newest first', () => {
    const newer = { ...stranded, id: 'newer', startedAt: '2026-05-04T10:00:00.000Z' };
    const foreign = { ...stranded, id: 'foreign', targetId: 'cnt_2' };
    const open = { ...stranded, id: 'open', mode: 'open' as const };
    expect(ownStranded([stranded, foreign, newer, open], access).map(({ id }) => id)).toEqual([
      'newer',
      'take-0',
    ]);
  });

  it('are offered to other links once they are more than 14 days old', () => {
    const foreign = { ...stranded, id: 'foreign', targetId: 'cnt_2' };
    const unreadable = { ...foreign, id: 'unreadable', startedAt: '' };
    const days = (count: number) => Date.parse(stranded.startedAt) + count * 24 * 3_600_000;
    expect(oldStranded([stranded, foreign, unreadable], access, days(14))).toEqual([]);
    expect(oldStranded([stranded, foreign, unreadable], access, days(14) + 1)).toEqual([foreign]);
  });
});

describe('a take that can no longer be sent', () => {
  const closed = after([
    { type: 'stranded_found', stranded: [stranded] },
    { type: 'failed', code: 'request_closed' },
  ]);

  it('is still offered on the closing page, to be saved', () => {
    expect(closed.stranded).toEqual([stranded]);
    const shown = advance(closed, { type: 'take_ready', take: { ...take, id: stranded.id } });
    expect(shown.phase).toMatchObject({ name: 'page', page: 'not_accepting', take: { id: stranded.id } });
    expect(shown.stranded).toEqual([]);
  });

  it('is gone from the page once it is deleted', () => {
    const shown = advance(closed, { type: 'take_ready', take: { ...take, id: stranded.id } });
    expect(advance(shown, { type: 'deleted', id: stranded.id }).phase).toMatchObject({
      name: 'page',
      take: null,
    });
  });
});

describe('leaving the page', () => {
  it.each([
    ['the question', toQuestion, false],
    ['a preview', toPreview, false],
    ['a recording', toRecording, true],
    ['a review', toReview, true],
    ['an upload', toSubmitting, true],
    ['thank you', [...toSubmitting, { type: 'submitted' } as const], false],
  ])('at %s asks back: %s', (_, events, busy) => {
    expect(isBusy(after(events))).toBe(busy);
  });
});
