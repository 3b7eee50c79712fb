import { CaptureError, type CaptureEvents, type StrandedTake, type Take } from '@capture/browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecorderController, type RecorderClient } from './recorder.controller.js';
import { request, stranded, take } from './recorder.fixtures.js';

type Listeners = { [K in keyof CaptureEvents]?: (event: CaptureEvents[K]) => void };

function begin(found: () => Promise<StrandedTake[]> = async () => []) {
  const track = { stop: vi.fn() };
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  const listeners: Listeners = {};
  const client = {
    take: null as Take | null,
    getRequest: vi.fn(async () => request),
    preview: vi.fn(async () => stream),
    start: vi.fn(async () => undefined),
    stop: vi.fn(async () => take),
    discard: vi.fn(async () => undefined),
    recover: vi.fn(async () => ({ ...take, recovered: true })),
    submit: vi.fn(async () => ({ submissionId: 'sub_1' })),
    destroy: vi.fn(),
    on: vi.fn((type: keyof CaptureEvents, listener: never) => {
      listeners[type] = listener;
      return () => delete listeners[type];
    }),
  };
  const access = { mode: 'contact', contactId: 'cnt_1', key: 'k' } as const;
  const controller = new RecorderController({
    access,
    client: client as unknown as RecorderClient,
    device: {
      listStranded: found,
      openStranded: async () => new Blob(['media']),
      deleteStranded: async () => undefined,
    },
  });
  const step = () => controller.snapshot().phase.name;
  return { controller, client, listeners, track, step };
}

async function toRecording(visit: ReturnType<typeof begin>) {
  await visit.controller.open();
  await visit.controller.turnOn();
  visit.controller.countDown();
  await vi.advanceTimersByTimeAsync(3000);
}

async function toReview(visit: ReturnType<typeof begin>) {
  await toRecording(visit);
  await visit.controller.stop();
  visit.controller.fill({ releaseAccepted: true });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a visit', () => {
  it('records only after the countdown', async () => {
    const visit = begin();
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
    const visit = begin();
    await visit.controller.open();
    await visit.controller.turnOn();
    visit.controller.countDown();
    visit.controller.cancelCountdown();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(visit.client.start).not.toHaveBeenCalled();
    expect(visit.step()).toBe('preview');
  });

  it('counts the seconds of a recording, and stops counting with it', async () => {
    const visit = begin();
    await toRecording(visit);
    await vi.advanceTimersByTimeAsync(7000);
    expect(visit.controller.snapshot().phase).toMatchObject({ elapsedSec: 7 });
    await visit.controller.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('turns the camera off for the review and on again for another take', async () => {
    const visit = begin();
    await toReview(visit);
    expect(visit.track.stop).toHaveBeenCalledOnce();
    await visit.controller.turnOn();
    expect(visit.client.discard).not.toHaveBeenCalled();
    expect(visit.client.preview).toHaveBeenCalledTimes(2);
    expect(visit.step()).toBe('preview');
  });

  it('keeps the take when the camera for another one cannot be opened, and when the person goes back', async () => {
    const visit = begin();
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
    const visit = begin();
    await toReview(visit);
    visit.controller.fill({ releaseAccepted: false });
    await visit.controller.submit();
    expect(visit.client.submit).not.toHaveBeenCalled();
    expect(visit.controller.snapshot().missing).toEqual(['releaseAccepted']);
  });

  it('shows what the request asks for by now where sending is refused, and stays at the review', async () => {
    const shown = { ...request, release: { ...request.release, required: false } };
    const visit = begin();
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
    const visit = begin();
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
    const visit = begin();
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
    const visit = begin();
    await toReview(visit);
    const sending = visit.controller.submit();
    expect(visit.step()).toBe('submitting');
    await sending;
    expect(visit.step()).toBe('done');
  });

  it('still opens where old takes cannot be listed', async () => {
    const visit = begin(() => Promise.reject(new CaptureError('upload_failed')));
    await visit.controller.open();
    expect(visit.step()).toBe('question');
  });

  it('opens an unsent take once, however often it is asked to, and stays at its review', async () => {
    const visit = begin(async () => [stranded]);
    await visit.controller.open();
    const recovered = { ...take, id: stranded.id, recovered: true };
    visit.client.recover
      .mockImplementationOnce(async () => (visit.client.take = recovered))
      .mockRejectedValue(new CaptureError('nothing_to_submit'));
    await Promise.all([visit.controller.recover(stranded.id), visit.controller.recover(stranded.id)]);
    await visit.controller.recover(stranded.id);
    expect(visit.controller.snapshot()).toMatchObject({
      phase: { name: 'review', take: recovered },
      problem: null,
    });
  });

  it.each<[string, (controller: RecorderController) => Promise<void>]>([
    ['another one', (controller) => controller.recover('take-00')],
    ['deleting it', (controller) => controller.deleteStranded(stranded.id)],
    ['the camera', (controller) => controller.turnOn()],
  ])('opens an unsent take to the end before %s, which then is not asked for any more', async (_, press) => {
    const visit = begin(async () => [stranded]);
    await visit.controller.open();
    await Promise.all([visit.controller.recover(stranded.id), press(visit.controller)]);
    expect(visit.step()).toBe('review');
    expect(visit.controller.snapshot().problem).toBeNull();
    expect(visit.client.recover).toHaveBeenCalledOnce();
    expect(visit.client.discard).not.toHaveBeenCalled();
    expect(visit.client.preview).not.toHaveBeenCalled();
  });

  it('deletes an unsent take without ever showing it', async () => {
    const visit = begin(async () => [stranded]);
    await visit.controller.open();
    const steps: string[] = [];
    visit.controller.subscribe(() => void steps.push(visit.step()));
    await visit.controller.deleteStranded(stranded.id);
    expect(visit.client.discard).toHaveBeenCalledOnce();
    expect(visit.controller.snapshot().stranded).toEqual([]);
    expect(new Set(steps)).toEqual(new Set(['question']));
  });
});

describe('what happens by itself', () => {
  it('a recording that the SDK ends goes to review', async () => {
    const visit = begin();
    await toRecording(visit);
    visit.listeners.state?.({ state: 'interrupted', previous: 'recording' });
    visit.listeners.state?.({ state: 'recorded', previous: 'interrupted', take });
    expect(visit.step()).toBe('review');
  });

  it('a recording that ends with nothing playable goes back to the question and says so', async () => {
    const visit = begin();
    await toRecording(visit);
    const error = new CaptureError('nothing_to_submit');
    visit.listeners.state?.({ state: 'idle', previous: 'interrupted', error });
    expect(visit.step()).toBe('question');
    expect(visit.controller.snapshot().problem?.code).toBe('nothing_to_submit');
  });

  it('a muted microphone is shown while it lasts', async () => {
    const visit = begin();
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
    const visit = begin();
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
    const visit = begin();
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
    const visit = begin();
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
    const visit = begin();
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

describe('leaving', () => {
  it('destroys the SDK client and changes nothing any more', async () => {
    const visit = begin();
    await toRecording(visit);
    visit.controller.destroy();
    const left = visit.controller.snapshot();
    await vi.advanceTimersByTimeAsync(5000);
    expect(visit.client.destroy).toHaveBeenCalledOnce();
    expect(visit.controller.snapshot()).toBe(left);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('an upload that the person stopped is not shown as a failure', async () => {
    const visit = begin();
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
