/** Whether the camera's pictures still reach the recorder as often as they did; no statistics of the conversation say so. */

/** How often one looks. */
export const LOOK_MS = 2_000;
/** Of the pictures that came when all was well. */
const ENOUGH = 0.7;

/** In browsers that count: as many as the recorder's file then has. */
interface CountingTrack {
  readonly stats?: { readonly deliveredFrames: number };
}

export class FrameRate {
  #track: MediaStreamTrack | undefined;
  #frames = 0;
  #at = 0;
  /** Pictures a second when most came, of the present track. */
  #best = 0;

  /** True when too few came since the last look; null when that is not known. */
  isSlow(track: MediaStreamTrack | undefined, now: number): boolean | null {
    const frames = (track as CountingTrack | undefined)?.stats?.deliveredFrames;
    const [before, since, isSame] = [this.#frames, this.#at, track === this.#track];
    if (!isSame) this.#best = 0;
    this.#track = track;
    this.#frames = frames ?? 0;
    this.#at = now;
    // A page that was stopped itself knows nothing of the time between.
    if (!isSame || frames === undefined || now - since > 2 * LOOK_MS) return null;
    const rate = ((frames - before) / (now - since)) * 1000;
    this.#best = Math.max(this.#best, rate);
    return rate < this.#best * ENOUGH;
  }
}
