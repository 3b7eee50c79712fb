import { describe, expect, it } from 'vitest';
import {
  after,
  request,
  toPreview,
  toQuestion,
  toRecording,
  toReview,
  toSubmitting,
} from '../flow/recorder.fixtures.js';
import { advance, type RecorderEvent } from '../flow/recorder.model.js';
import { announcement } from './announcement.js';

/** What the last of the events makes a screen reader say. */
function said(events: RecorderEvent[], last: RecorderEvent): string | null {
  const before = after(events);
  return announcement(before, advance(before, last));
}

function saidAt(maxDurationSec: number, from: number, to: number): string | null {
  const opened: RecorderEvent = { type: 'request_loaded', request: { ...request, maxDurationSec } };
  return said([opened, ...toRecording.slice(1), { type: 'elapsed', sec: from }], {
    type: 'elapsed',
    sec: to,
  });
}

describe('what a screen reader hears', () => {
  it('start, stop and the outcome', () => {
    expect(said(toQuestion, { type: 'camera_requested' })).toContain('Choose Allow');
    expect(said(toPreview, { type: 'countdown_ticked', left: 3 })).toBe('Recording starts in 3 seconds.');
    expect(said(toRecording.slice(0, -1), { type: 'recording' })).toBe('Recording started.');
    expect(said(toReview.slice(0, -1), toReview.at(-1)!)).toContain('Recording of 42 seconds ready');
    expect(said(toSubmitting, { type: 'submitted' })).toBe('Your recording has been received.');
  });

  it('the last minute and the last ten seconds, once each, even when a second is skipped', () => {
    expect(saidAt(120, 59, 60)).toBe('One minute left.');
    expect(saidAt(120, 58, 63)).toBe('One minute left.');
    expect(saidAt(120, 60, 61)).toBeNull();
    expect(saidAt(120, 109, 110)).toBe('Ten seconds left.');
  });

  it('the last minute, when the page was too busy to show how the recording began', () => {
    const opened: RecorderEvent = { type: 'request_loaded', request: { ...request, maxDurationSec: 62 } };
    const before = [opened, ...toRecording.slice(1, -1)];
    const shown = after([...before, { type: 'recording' }, { type: 'elapsed', sec: 3 }]);
    expect(announcement(after(before), shown)).toBe('One minute left.');
  });

  it('no last minute of a request that allows no more than one', () => {
    expect(saidAt(60, 0, 1)).toBeNull();
  });

  it('no count of the countdown and no tick of the timer', () => {
    expect(
      said([...toPreview, { type: 'countdown_ticked', left: 3 }], { type: 'countdown_ticked', left: 2 }),
    ).toBeNull();
    expect(saidAt(120, 4, 5)).toBeNull();
  });

  it('sending by quarters, a wait and the check at the end', () => {
    const progress = (fraction: number, verifying = false): RecorderEvent => ({
      type: 'progress',
      fraction,
      sentBytes: 0,
      verifying,
    });
    expect(said([...toSubmitting, progress(0.2)], progress(0.3))).toBe('25 per cent sent.');
    expect(said([...toSubmitting, progress(0.3)], progress(0.4))).toBeNull();
    expect(said(toSubmitting, { type: 'waiting', waiting: true })).toContain('Waiting for the network');
    expect(said([...toSubmitting, progress(0.9)], progress(0.98, true))).toContain(
      'The service is checking it',
    );
  });
});
