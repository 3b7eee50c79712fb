import type { ProgressEvent } from '../types.js';

/** The fraction at which everything is sent; the rest is the server's verification. */
const SENDING_SHARE = 0.98;

/** Adds up the parts. The fraction never falls, even when a part is sent again. */
export class Progress {
  readonly #sent = new Map<number, number>();
  readonly #totalBytes: number;
  #highest = 0;

  constructor(
    totalBytes: number,
    readonly report: (event: ProgressEvent) => void,
  ) {
    this.#totalBytes = totalBytes;
  }

  /** Reports the bytes of one part that are sent or stored. True when the fraction rose. */
  sent(part: number, bytes: number): boolean {
    const before = this.#highest;
    this.#sent.set(part, bytes);
    this.reached('sending');
    return this.#highest > before;
  }

  /** `verifying`: every part is stored, and the server is about to verify the take. */
  reached(phase: ProgressEvent['phase']): void {
    if (phase === 'done') this.#highest = 1;
    let sentBytes = 0;
    for (const bytes of this.#sent.values()) sentBytes += bytes;
    sentBytes = Math.min(sentBytes, this.#totalBytes);
    this.#highest = Math.max(this.#highest, (sentBytes / this.#totalBytes) * SENDING_SHARE);
    this.report({ fraction: this.#highest, phase, sentBytes, totalBytes: this.#totalBytes });
  }
}
