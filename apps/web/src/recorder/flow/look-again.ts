/** Looks again from time to time for what another page may have let go meanwhile, or what could not be read before. */

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

export class LookAgain {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_MS;

  /** @param look may reject: it is called again all the same */
  constructor(private readonly look: () => Promise<void>) {}

  /** Goes on only while somebody would see what is found; pauses grow from a second to a minute. */
  follow(isShown: boolean): void {
    if (isShown) this.#timer ??= setTimeout(() => void this.#looked(), this.#pauseMs);
    else this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pauseMs = FIRST_MS;
  }

  async #looked(): Promise<void> {
    const timer = this.#timer;
    await this.look().catch(() => undefined);
    // Nobody sees it any more.
    if (this.#timer !== timer) return;
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_MS);
    this.#timer = undefined;
    this.follow(true);
  }
}
