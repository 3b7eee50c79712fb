import { afterEach, describe, expect, test, vi } from 'vitest';
import { CaptureError } from './errors.js';
import { Patience } from './patience.js';

afterEach(() => vi.restoreAllMocks());

function setUp() {
  const clock = { now: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  const waits: (string | null)[] = [];
  const patience = new Patience({
    patienceMs: 1000,
    backoffMs: 0,
    onWait: (error) => waits.push(error?.code ?? null),
  });
  return { clock, waits, patience };
}

/** Fails `times` times, each try taking `tookMs` of the clock, and then succeeds. */
function flaky(clock: { now: number }, times: number, tookMs: number) {
  let left = times;
  return async () => {
    clock.now += tookMs;
    if (left-- > 0) throw new CaptureError('network');
    return 'done';
  };
}

describe('patience', () => {
  test('tries again after a retryable error, and tells when it waits and when that is over', async () => {
    const { clock, waits, patience } = setUp();
    await expect(patience.persist(flaky(clock, 2, 10))).resolves.toBe('done');
    expect(waits).toEqual(['network', 'network', null]);
  });

  test('ends when nothing has succeeded for its time, with the last error', async () => {
    const { clock, patience } = setUp();
    await expect(patience.persist(flaky(clock, 99, 400))).rejects.toMatchObject({ code: 'network' });
    expect(clock.now).toBe(1200);
  });

  test('is renewed by a success elsewhere', async () => {
    const { clock, patience } = setUp();
    const action = flaky(clock, 4, 400);
    const result = patience.persist(() => {
      if (clock.now === 800) patience.succeeded();
      return action();
    });
    await expect(result).resolves.toBe('done');
  });

  test('has none with an error that cannot pass, nor with one that the caller calls final', async () => {
    const { waits, patience } = setUp();
    const closed = () => Promise.reject(new CaptureError('request_closed'));
    const failed = () => Promise.reject(new CaptureError('upload_failed'));
    await expect(patience.persist(closed)).rejects.toMatchObject({ code: 'request_closed' });
    await expect(patience.persist(failed, () => true)).rejects.toMatchObject({ code: 'upload_failed' });
    expect(waits).toEqual([]);
  });

  test('does not sit out a pause that is longer than itself', async () => {
    const { patience } = setUp();
    const limited = () => Promise.reject(new CaptureError('rate_limited', { retryAfterSec: 60 }));
    await expect(patience.persist(limited)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSec: 60,
    });
  });

  test('ends at once when the caller gives up', async () => {
    const abort = new AbortController();
    const patience = new Patience({
      patienceMs: 60_000,
      backoffMs: 60_000,
      signal: abort.signal,
      onWait: () => abort.abort(),
    });
    const failing = () => Promise.reject(new CaptureError('network'));
    await expect(patience.persist(failing)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
