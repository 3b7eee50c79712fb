/** How far the room's clock is ahead of this device's, by pings over the socket. */

/** Milliseconds on the device's monotonic clock, counted from 1970. Never `Date.now()`, which may be set. */
export function deviceNow(): number {
  return performance.timeOrigin + performance.now();
}

export interface ClockEstimate {
  /** What has to be added to the device's time to get the room's. */
  offsetMs: number;
  /** Half of the shortest round trip: the offset is not further off. Null before the first ping was answered. */
  uncertaintyMs: number | null;
  samples: number;
}

interface Sample {
  offsetMs: number;
  roundTripMs: number;
}

/** The shortest of this many round trips counts; more would keep one from before the clocks drifted apart. */
const KEPT = 40;
/** Clocks drift apart by less while that many are kept, and the servers' own differ by less. A machine sleeps for longer. */
const STEADY_MS = 500;

export class RoomClock {
  /** Of this page's clock as long as it runs: another page has another one, and so has this one after its machine slept. */
  id: string = crypto.randomUUID();
  #samples: Sample[] = [];
  #count = 0;
  #guessMs = 0;

  /** A first idea, too late by the time that the message took. */
  guess(serverTime: number, at = deviceNow()): void {
    this.#guessMs = serverTime - at;
    const { offsetMs, uncertaintyMs } = this.estimate;
    // The message may have taken any time, so that only a clock that is behind is found out.
    if (this.#guessMs > offsetMs + (uncertaintyMs ?? 0) + STEADY_MS) this.#forget();
  }

  /** `t0` and `t3` on the device's clock, `t1` and `t2` on the room's. */
  add(t0: number, t1: number, t2: number, t3: number): void {
    const roundTripMs = t3 - t0 - (t2 - t1);
    // A negative one was measured while a clock was set.
    if (roundTripMs < 0) return;
    const offsetMs = (t1 - t0 + t2 - t3) / 2;
    const { offsetMs: known, uncertaintyMs } = this.estimate;
    // In sleep the device's clock stood still: what was measured before is of another clock.
    if (uncertaintyMs !== null && Math.abs(offsetMs - known) > roundTripMs / 2 + uncertaintyMs + STEADY_MS)
      this.#forget();
    this.#count++;
    this.#samples = [...this.#samples, { offsetMs, roundTripMs }].slice(-KEPT);
  }

  get estimate(): ClockEstimate {
    const [best] = [...this.#samples].sort((a, b) => a.roundTripMs - b.roundTripMs);
    if (!best) return { offsetMs: this.#guessMs, uncertaintyMs: null, samples: 0 };
    return { offsetMs: best.offsetMs, uncertaintyMs: best.roundTripMs / 2, samples: this.#count };
  }

  /** The device's time at an instant of the room's. */
  toDevice(serverTime: number): number {
    return serverTime - this.estimate.offsetMs;
  }

  #forget(): void {
    this.id = crypto.randomUUID();
    this.#samples = [];
    this.#count = 0;
  }
}
