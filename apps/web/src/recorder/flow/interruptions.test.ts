import { CaptureError } from '@capture/browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginVisit, toRecording, toReview } from '../../../test/fixtures/controller-visit.js';
import { take } from './recorder.fixtures.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what happens by itself', () => {
  it('a recording that the SDK ends goes to review', async () => {
    const visit = beginVisit();
    await toRecording(visit);
    visit.listeners.state?.({ state: 'interrupted', previous: 'recording' });
    visit.listeners.state?.({ state: 'recorded', previous: 'interrupted', take });
    expect(visit.step()).toBe('review');
  });

  it('a recording that ends with nothing playable goes back to the question and says so', async () => {
    const visit = beginVisit();
    await toRecording(visit);
    const error = new CaptureError('nothing_to_submit');
    visit.listeners.state?.({ state: 'idle', previous: 'interrupted', error });
    expect(visit.step()).toBe('question');
    expect(visit.controller.snapshot().problem?.code).toBe('nothing_to_submit');
  });

  it('a muted microphone is shown while it lasts', async () => {
    const visit = beginVisit();
    await toRecording(visit);
    visit.listeners.health?.({ type: 'muted', kind: 'microphone', atMs: 1 });
    expect(visit.controller.snapshot().warnings).toEqual(['microphone_silent']);
    visit.listeners.health?.({ type: 'device_lost', kind: 'camera', atMs: 2 });
    visit.listeners.health?.({ type: 'unmuted', kind: 'microphone', atMs: 2 });
    expect(visit.controller.snapshot().warnings).toEqual(['camera_silent']);
    visit.listeners.health?.({ type: 'device_regained', kind: 'camera', atMs: 3 });
    expect(visit.controller.snapshot().warnings).toEqual([]);
  });

  it('progress and waits of the upload are shown', async () => {
    const visit = beginVisit();
    await toReview(visit);
    visit.client.submit.mockReturnValue(new Promise(() => undefined));
    void visit.controller.submit();
    visit.listeners.progress?.({ fraction: 0.5, phase: 'sending', sentBytes: 5, totalBytes: 10 });
    visit.listeners.state?.({ state: 'waiting', previous: 'uploading' });
    expect(visit.controller.snapshot().phase).toMatchObject({ fraction: 0.5, sentBytes: 5, step: 'waiting' });
  });
});

describe('a network that is gone for longer than the SDK waits', () => {
  it('is tried again by itself until the take has arrived (scenario 65)', async () => {
    const visit = beginVisit();
    await toReview(visit);
    visit.client.submit
      .mockRejectedValueOnce(new CaptureError('network'))
      .mockRejectedValueOnce(new CaptureError('network'));
    const sending = visit.controller.submit();
    await vi.advanceTimersByTimeAsync(0);
    expect(visit.controller.snapshot().phase).toMatchObject({ name: 'submitting', step: 'waiting' });
    await vi.advanceTimersByTimeAsync(9000);
    expect(visit.client.submit).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(40_000);
    await sending;
    expect(visit.client.submit).toHaveBeenCalledTimes(3);
    expect(visit.step()).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is tried again at once when the browser reports it back', async () => {
    const online = new EventTarget();
    vi.stubGlobal('addEventListener', online.addEventListener.bind(online));
    const visit = beginVisit();
    await toReview(visit);
    visit.client.submit.mockRejectedValueOnce(new CaptureError('network'));
    const sending = visit.controller.submit();
    await vi.advanceTimersByTimeAsync(0);
    online.dispatchEvent(new Event('online'));
    await sending;
    expect(visit.step()).toBe('done');
    vi.unstubAllGlobals();
  });

  it('does not keep the person from stopping', async () => {
    const visit = beginVisit();
    await toReview(visit);
    visit.client.submit.mockRejectedValueOnce(new CaptureError('network'));
    const sending = visit.controller.submit();
    await vi.advanceTimersByTimeAsync(0);
    visit.controller.stopUpload();
    visit.client.submit.mockRejectedValue(new CaptureError('network'));
    await vi.advanceTimersByTimeAsync(0);
    expect(visit.step()).toBe('review');
    visit.controller.destroy();
    await sending;
    expect(vi.getTimerCount()).toBe(0);
  });
});
