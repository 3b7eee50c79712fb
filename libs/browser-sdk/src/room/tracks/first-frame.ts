/** When the first picture of a file was captured, which no recorder tells. */
import { deviceNow } from '../connection/room-clock.js';

/** Pictures are remembered this long before anybody asks. */
const KEPT = 120;
const PATIENCE_MS = 3_000;

/** Plays a stream out of sight and notes when each picture was captured, until it is closed. */
export class FrameTimes {
  readonly #video = document.createElement('video');
  #times: number[] = [];
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
      await new Promise<void>((resolve) => {
        this.#onFrame = resolve;
        setTimeout(resolve, PATIENCE_MS / 10);
      });
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#video.srcObject = null;
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
  }
}
