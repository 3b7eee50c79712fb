/** While a backlog waits, the window widens by one for so many attempts that are put on record: by a quarter in a round. */
const RECORDED_PER_STEP = 4;

/**
 * Bounds the attempts of a process that are sent and not on record, except for those whose receiver hangs: what a killed process leaves
 * of them is sent again by another. It widens while it is full and attempts are put on record, so that what has come together
 * during a stand-still does not widen it. Each claim that leaves room in it makes it narrower by one.
 */
export class AttemptWindow {
  #width: number;
  #underWay = 0;
  #recorded = 0;
  #isFull = false;

  /** @param narrowest attempts that may be under way while no backlog waits */
  constructor(private readonly narrowest: number) {
    this.#width = narrowest;
  }

  /** Attempts that may begin now. */
  get free(): number {
    return Math.max(0, this.#width - this.#underWay);
  }

  /** Counts an attempt that begins. Returns what to call once it has stalled or ended; only the first call counts. */
  enter(): (how: 'stalled' | 'ended') => void {
    this.#underWay += 1;
    let isInside = true;
    return (how) => {
      if (!isInside) return;
      isInside = false;
      this.#underWay -= 1;
      if (how === 'ended' && this.#isFull) this.#widen();
    };
  }

  /** To be called after each claim, once what it found has begun. */
  claimed(): void {
    this.#isFull = this.free === 0;
    if (!this.#isFull && this.#width > this.narrowest) this.#width -= 1;
  }

  #widen(): void {
    this.#recorded += 1;
    if (this.#recorded % RECORDED_PER_STEP === 0) this.#width += 1;
  }
}
