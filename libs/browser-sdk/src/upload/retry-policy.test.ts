import { afterEach, describe, expect, it, vi } from 'vitest';
import { CaptureError } from '../errors.js';
import { startRetrying } from './retry-policy.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setUp() {
  const clock = { now: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  const waits: (string | null)[] = [];
  const retry = startRetrying({
    patienceMs: 1000,
    backoffMs: 0,
    onWait: (error) => waits.push(error?.code ?? null),
  });
  return { clock, waits, retry };
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

describe('the retry policy', () => {
  it('tries again after a retryable error, and reports when it waits and when that is over', async () => {
    const { clock, waits, retry } = setUp();
    await expect(retry.run(flaky(clock, 2, 10))).resolves.toBe('done');
    expect(waits).toEqual(['network', 'network', null]);
  });

  it('gives up with the last error when nothing has succeeded for its time limit', async () => {
    const { clock, retry } = setUp();
    await expect(retry.run(flaky(clock, 99, 400))).rejects.toMatchObject({ code: 'network' });
    expect(clock.now).toBe(1200);
  });

  it('has its time limit restarted by progress elsewhere', async () => {
    const { clock, retry } = setUp();
    const action = flaky(clock, 4, 400);
    const result = retry.run(() => {
      if (clock.now === 800) retry.progressed();
      return action();
    });
    await expect(result).resolves.toBe('done');
  });

  it('gives up at once on an error that cannot pass', async () => {
    const { waits, retry } = setUp();
    const closed = () => Promise.reject(new CaptureError('request_closed'));
    await expect(retry.run(closed)).rejects.toMatchObject({ code: 'request_closed' });
    expect(waits).toEqual([]);
  });

  it('tries again though nobody tells that the network is back', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine: false });
    const retry = startRetrying({ patienceMs: 2_000_000_000, backoffMs: 500, onWait: () => undefined });
    let tries = 0;
    const result = retry.run(() => {
      tries += 1;
      return tries > 1 ? Promise.resolve('done') : Promise.reject(new CaptureError('network'));
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toBe(2);
    await expect(result).resolves.toBe('done');
  });

  it('does not wait out a pause that is longer than its time limit', async () => {
    const { retry } = setUp();
    const limited = () => Promise.reject(new CaptureError('rate_limited', { retryAfterSec: 60 }));
    await expect(retry.run(limited)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSec: 60,
    });
  });

  it('ends at once when the caller gives up', async () => {
    const abort = new AbortController();
    const retry = startRetrying({
      patienceMs: 60_000,
      backoffMs: 60_000,
      signal: abort.signal,
      onWait: () => abort.abort(),
    });
    const failing = () => Promise.reject(new CaptureError('network'));
    await expect(retry.run(failing)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
