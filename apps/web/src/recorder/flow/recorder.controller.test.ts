import { CaptureError } from '@capture/browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginVisit, toRecording, toReview } from '../../../test/fixtures/controller-visit.js';
import type { RecorderClient } from './visit.js';
import { request, take } from './recorder.fixtures.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a visit', () => {
  it('records only after the countdown', async () => {
    const visit = beginVisit();
    await visit.controller.open();
    await visit.controller.turnOn();
    visit.controller.countDown();
    await vi.advanceTimersByTimeAsync(2900);
    expect(visit.client.start).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(visit.client.start).toHaveBeenCalledOnce();
    expect(visit.step()).toBe('recording');
  });

  it('does not record when the countdown is cancelled', async () => {
    const visit = beginVisit();
    await visit.controller.open();
    await visit.controller.turnOn();
    visit.controller.countDown();
    visit.controller.cancelCountdown();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(visit.client.start).not.toHaveBeenCalled();
    expect(visit.step()).toBe('preview');
  });

  it('counts the seconds of a recording, and stops counting with it', async () => {
    const visit = beginVisit();
    await toRecording(visit);
    await vi.advanceTimersByTimeAsync(7000);
    expect(visit.controller.snapshot().phase).toMatchObject({ elapsedSec: 7 });
    await visit.controller.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('turns the camera off for the review and on again for another take', async () => {
    const visit = beginVisit();
    await toReview(visit);
    expect(visit.track.stop).toHaveBeenCalledOnce();
    await visit.controller.turnOn();
    expect(visit.client.discard).not.toHaveBeenCalled();
    expect(visit.client.preview).toHaveBeenCalledTimes(2);
    expect(visit.step()).toBe('preview');
  });

  it('keeps the take when the camera for another one cannot be opened, and when the person goes back', async () => {
    const visit = beginVisit();
    await toReview(visit);
    visit.client.take = take;
    visit.client.preview.mockRejectedValueOnce(new CaptureError('no_devices'));
    await visit.controller.turnOn();
    expect(visit.controller.snapshot()).toMatchObject({
      phase: { name: 'review', take },
      problem: { code: 'no_devices', at: 'requesting' },
    });
    await visit.controller.turnOn();
    expect(visit.step()).toBe('preview');
    visit.controller.turnOff();
    expect(visit.controller.snapshot().phase).toEqual({ name: 'review', take });
    expect(visit.track.stop).toHaveBeenCalledTimes(2);
  });

  it('asks the SDK for nothing while the form is incomplete', async () => {
    const visit = beginVisit();
    await toReview(visit);
    visit.controller.fill({ releaseAccepted: false });
    await visit.controller.submit();
    expect(visit.client.submit).not.toHaveBeenCalled();
    expect(visit.controller.snapshot().missing).toEqual(['releaseAccepted']);
  });

  it('shows what the request asks for by now where sending is refused, and stays at the review', async () => {
    const shown = { ...request, release: { ...request.release, required: false } };
    const visit = beginVisit();
    visit.client.getRequest.mockResolvedValueOnce(shown);
    await toReview(visit);
    visit.controller.fill({ releaseAccepted: false });
    const refusal = new CaptureError('invalid_request', { field: 'releaseAccepted' });
    visit.client.submit.mockRejectedValueOnce(refusal);
    await visit.controller.submit();
    expect(visit.controller.snapshot()).toMatchObject({
      phase: { name: 'review' },
      request: { release: { required: true } },
      missing: ['releaseAccepted'],
      problem: null,
    });
    visit.controller.fill({ releaseAccepted: true });
    await visit.controller.submit();
    expect(visit.client.submit).toHaveBeenLastCalledWith(expect.objectContaining({ releaseAccepted: true }));
    expect(visit.step()).toBe('done');
  });

  it('asks again for a release whose wording has changed, whatever sending was refused for', async () => {
    const visit = beginVisit();
    await toReview(visit);
    const release = { required: true, text: 'I agree to more.', version: 'v2' };
    visit.client.getRequest.mockResolvedValueOnce({ ...request, release });
    visit.client.submit.mockRejectedValueOnce(new CaptureError('invalid_request', { field: 'durationSec' }));
    await visit.controller.submit();
    expect(visit.controller.snapshot()).toMatchObject({
      request: { release },
      form: { releaseAccepted: false },
    });
    await visit.controller.submit();
    expect(visit.client.submit).toHaveBeenCalledOnce();
    expect(visit.controller.snapshot().missing).toEqual(['releaseAccepted']);
  });

  it('says that sending was refused where it cannot learn what the request asks for by now', async () => {
    const shown = { ...request, release: { ...request.release, required: false } };
    const visit = beginVisit();
    visit.client.getRequest.mockResolvedValueOnce(shown).mockRejectedValueOnce(new CaptureError('network'));
    await toReview(visit);
    const refusal = new CaptureError('invalid_request', { field: 'releaseAccepted' });
    visit.client.submit.mockRejectedValueOnce(refusal);
    await visit.controller.submit();
    expect(visit.controller.snapshot()).toMatchObject({
      phase: { name: 'review' },
      missing: [],
      problem: { code: 'invalid_request', at: 'submitting' },
    });
  });

  it('says thank you only after the receipt', async () => {
    const visit = beginVisit();
    await toReview(visit);
    const sending = visit.controller.submit();
    expect(visit.step()).toBe('submitting');
    await sending;
    expect(visit.step()).toBe('done');
  });
});

describe('leaving', () => {
  it('destroys the SDK client and changes nothing any more', async () => {
    const visit = beginVisit();
    await toRecording(visit);
    visit.controller.destroy();
    const left = visit.controller.snapshot();
    await vi.advanceTimersByTimeAsync(5000);
    expect(visit.client.destroy).toHaveBeenCalledOnce();
    expect(visit.controller.snapshot()).toBe(left);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('an upload that the person stopped is not shown as a failure', async () => {
    const visit = beginVisit();
    await toReview(visit);
    const submit = visit.client.submit as unknown as {
      mockImplementation(f: RecorderClient['submit']): void;
    };
    submit.mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const sending = visit.controller.submit();
    visit.controller.stopUpload();
    await sending;
    expect(visit.step()).toBe('review');
    expect(visit.controller.snapshot().problem).toBeNull();
  });
});
