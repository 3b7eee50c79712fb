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
/** A machine that sleeps does so for longer; a clock that is kept by a network's time is set by less. */
const SLEPT_MS = 2_000;

export class RoomClock {
  /** Of this page's clock as long as it runs: another page has another one, and so has this one after its machine slept. */
  id: string = crypto.randomUUID();
  #samples: Sample[] = [];
  #count = 0;
  #guessMs = 0;
  #wallMs = aheadMs();
  /** By how much the wall clock has gone ahead without an answer since. */
  #sleptMs = 0;

  /** @param onRenewed this clock is another one from now on: what is recorded next began at another time */
  constructor(private readonly onRenewed: () => void = () => undefined) {}

  /**
   * To be called twice a second. While the machine sleeps, this clock stands still and the wall clock goes on; but that may have
   * been set as well. An answer tells, and is wanted when this returns true. Without one until the next call it was a sleep.
   */
  look(): boolean {
    const wallMs = aheadMs();
    const jumpMs = wallMs - this.#wallMs;
    this.#wallMs = wallMs;
    if (this.#sleptMs) {
      this.#guessMs = this.estimate.offsetMs + this.#sleptMs;
      this.#forget();
    }
    const isWanted = jumpMs > SLEPT_MS;
    this.#sleptMs = isWanted ? jumpMs : 0;
    return isWanted;
  }

  /** A first idea, too late by the time that the message took. */
  guess(serverTime: number, at = deviceNow()): void {
    this.#sleptMs = 0;
    this.#guessMs = serverTime - at;
    const { offsetMs, uncertaintyMs } = this.estimate;
    // The message may have taken any time, so that only a clock that is behind is found out.
    if (this.#guessMs > offsetMs + (uncertaintyMs ?? 0) + STEADY_MS) this.#forget();
  }

  /** `t0` and `t3` on the device's clock, `t1` and `t2` on the room's. */
  add(t0: number, t1: number, t2: number, t3: number): void {
    this.#sleptMs = 0;
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
    this.onRenewed();
  }
}

/** How far the wall clock is ahead of the device's. */
function aheadMs(): number {
  return Date.now() - deviceNow();
}
