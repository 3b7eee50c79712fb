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

export class RoomClock {
  /** Of this page's clock; a page that is loaded again has another one. */
  readonly id = crypto.randomUUID();
  #samples: Sample[] = [];
  #count = 0;
  #guessMs = 0;

  /** A first idea, too late by the time that the message took. */
  guess(serverTime: number, at = deviceNow()): void {
    this.#guessMs = serverTime - at;
  }

  /** `t0` and `t3` on the device's clock, `t1` and `t2` on the room's. */
  add(t0: number, t1: number, t2: number, t3: number): void {
    const roundTripMs = t3 - t0 - (t2 - t1);
    // A negative one was measured while a clock was set.
    if (roundTripMs < 0) return;
    this.#count++;
    this.#samples = [...this.#samples, { offsetMs: (t1 - t0 + t2 - t3) / 2, roundTripMs }].slice(-KEPT);
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
}
