import { afterEach, describe, expect, it, vi } from 'vitest';
import { RoomClock } from './room-clock.js';

/** Pings a clock that is `offsetMs` ahead over ways that take `there` and `back` milliseconds. */
function ping(clock: RoomClock, offsetMs: number, there: number, back: number, at = 1000): void {
  const t1 = at + there + offsetMs;
  clock.add(at, t1, t1 + 1, at + there + 1 + back);
}

/** The wall clock goes on by so much while the device's stands still. */
function wallGoesOn(ms: number): void {
  const now = Date.now() + ms;
  vi.spyOn(Date, 'now').mockReturnValue(now);
}
afterEach(() => vi.restoreAllMocks());

describe('the room’s clock', () => {
  it('is known by the shortest round trip, and no worse than half of it', () => {
    const clock = new RoomClock();
    ping(clock, 3000, 40, 2);
    ping(clock, 3000, 5, 4);
    ping(clock, 3000, 2, 90);
    const { offsetMs, uncertaintyMs, samples } = clock.estimate;
    expect(Math.abs(offsetMs - 3000)).toBeLessThanOrEqual(uncertaintyMs ?? 0);
    expect([uncertaintyMs, samples]).toEqual([4.5, 3]);
  });

  it('forgets a short round trip after forty others, so that it follows a drift', () => {
    const clock = new RoomClock();
    ping(clock, 3000, 1, 1);
    for (let n = 0; n < 40; n++) ping(clock, 3100, 5, 5);
    expect(clock.estimate.offsetMs).toBe(3100);
  });

  it('is a guess until a ping was answered, and leaves out impossible answers', () => {
    const clock = new RoomClock();
    clock.guess(9000, 1000);
    clock.add(1000, 5000, 7000, 1001);
    expect(clock.estimate).toEqual({ offsetMs: 8000, uncertaintyMs: null, samples: 0 });
    expect(clock.toDevice(9500)).toBe(1500);
  });

  it('is measured anew, as another clock, after the machine slept, however good the round trips before were', () => {
    const clock = new RoomClock();
    for (let n = 0; n < 40; n++) ping(clock, 0, 5, 5, n * 10_000);
    const { id } = clock;
    for (let n = 0; n < 8; n++) ping(clock, 600_000, 6, 6, 400_000 + n);
    expect(clock.estimate).toEqual({ offsetMs: 600_000, uncertaintyMs: 6, samples: 8 });
    expect(clock.id).not.toBe(id);
  });

  it('is guessed anew when a greeting tells of a sleep, and stays as it was when greetings are late', () => {
    const clock = new RoomClock();
    ping(clock, 3000, 5, 5);
    const { id } = clock;
    clock.guess(9000, 8000);
    clock.guess(11_400, 8000);
    expect([clock.estimate.offsetMs, clock.id]).toEqual([3000, id]);
    clock.guess(611_000, 8000);
    expect([clock.estimate.offsetMs, clock.estimate.samples]).toEqual([603_000, 0]);
    expect(clock.id).not.toBe(id);
  });

  it('is guessed anew after a sleep that the wall clock alone has seen, unless an answer comes until the next look', () => {
    const renewed = vi.fn();
    const clock = new RoomClock(renewed);
    ping(clock, 3000, 5, 5);
    const { id } = clock;
    wallGoesOn(600_000);
    expect([clock.look(), clock.id, renewed.mock.calls.length]).toEqual([true, id, 0]);
    expect(clock.look()).toBe(false);
    expect(clock.id).not.toBe(id);
    expect(renewed).toHaveBeenCalledOnce();
    expect(clock.estimate.samples).toBe(0);
    expect(clock.estimate.offsetMs / 603_000).toBeCloseTo(1, 1);
  });

  it('stays the same when the wall clock was set, as an answer tells', () => {
    const clock = new RoomClock();
    ping(clock, 3000, 5, 5);
    const { id } = clock;
    wallGoesOn(3_600_000);
    expect(clock.look()).toBe(true);
    ping(clock, 3000, 5, 5);
    expect(clock.look()).toBe(false);
    wallGoesOn(-7_200_000);
    expect([clock.look(), clock.look(), clock.id]).toEqual([false, false, id]);
  });

  it('stays the same while it drifts, and when an answer was long on its way', () => {
    const clock = new RoomClock();
    const { id } = clock;
    for (let n = 0; n < 200; n++) ping(clock, n * 1.5, n % 10 ? 5 : 3000, 5, n * 10_000);
    expect(clock.id).toBe(id);
  });
});
