/** When the first picture of a file was captured, which no recorder tells. */
import { deviceNow } from '../connection/room-clock.js';

/** Pictures are remembered this long before anybody asks. */
const KEPT = 240;
const PATIENCE_MS = 3_000;
/** A take waits no longer than this for a picture to begin with. */
const SETTLE_MS = 400;
/** A recorder that starts this long before a picture is captured is there when it comes. */
const AHEAD_MS = 8;

/** Plays a stream out of sight and notes when each picture was captured, until it is closed. */
export class FrameTimes {
  readonly #video = document.createElement('video');
  #times: number[] = [];
  /** Those of them that the browser told. */
  #told: number[] = [];
  #presented: number | undefined;
  #isClosed = false;
  #onFrame: (() => void) | undefined;

  constructor(stream: MediaStream) {
    this.#video.muted = true;
    this.#video.playsInline = true;
    this.#video.srcObject = new MediaStream(stream.getVideoTracks());
    // Refused only where the page may not play at all; then nothing is known of its pictures.
    void this.#video.play().catch(() => undefined);
    this.#next();
  }

  /**
   * The capture time, in device time, of the first picture at or after an instant: within 1.2 ms of the file's zero,
   * where the `start` event is 26 to 55 ms late. Null when the browser does not tell.
   */
  async firstSince(instant: number): Promise<number | null> {
    const deadline = deviceNow() + PATIENCE_MS;
    for (;;) {
      const first = this.#times.find((time) => time >= instant);
      if (first !== undefined || deviceNow() > deadline || this.#isClosed) return first ?? null;
      await this.#frame(PATIENCE_MS / 10);
    }
  }

  /**
   * Resolves between two pictures: one has come, the next is not captured yet. A picture on its way while a recorder
   * starts may be its first or may be missed, and nobody could tell which. Resolves after 400 ms at the latest.
   */
  async between(): Promise<void> {
    const deadline = deviceNow() + SETTLE_MS;
    do await this.#frame(deadline - deviceNow());
    while (deviceNow() < deadline && !this.#isBetween());
  }

  /** The capture times that the browser told, in device time: those of some pictures may be missing. */
  get told(): readonly number[] {
    return this.#told;
  }

  close(): void {
    this.#isClosed = true;
    this.#video.srcObject = null;
  }

  /** The next picture, or the end of the wait. */
  #frame(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onFrame = resolve;
      setTimeout(resolve, waitMs);
    });
  }

  #isBetween(): boolean {
    const [before = 0, last = 0] = this.#times.slice(-2);
    return last + (last - before) - deviceNow() > AHEAD_MS;
  }

  #next(): void {
    if (this.#isClosed || !('requestVideoFrameCallback' in this.#video)) return;
    this.#video.requestVideoFrameCallback((_now, { captureTime, presentedFrames }) => {
      if (captureTime !== undefined) this.#note(performance.timeOrigin + captureTime, presentedFrames);
      this.#onFrame?.();
      this.#next();
    });
  }

  /** A busy page is told of one picture for several: those between were captured at even distances. */
  #note(time: number, presented: number): void {
    const before = this.#times.at(-1) ?? time;
    const steps = presented - (this.#presented ?? presented - 1);
    this.#presented = presented;
    const times = Array.from(
      { length: steps },
      (_, step) => time - ((time - before) * (steps - 1 - step)) / steps,
    );
    this.#times = [...this.#times, ...times].slice(-KEPT);
    this.#told = [...this.#told, time].slice(-KEPT);
  }
}
