import type { ProgressEvent } from './types.js';

/** What sending may reach; the rest is the server's verification. */
const SENDING_SHARE = 0.98;

/** Adds up the parts. The fraction never falls, even where a part has to be sent again. */
export class Progress {
  readonly #sent = new Map<number, number>();
  #highest = 0;

  constructor(
    readonly totalBytes: number,
    readonly report: (event: ProgressEvent) => void,
  ) {}

  /** Bytes of one part that are on their way or stored. Tells whether the whole got further than ever before. */
  sent(part: number, bytes: number): boolean {
    const before = this.#highest;
    this.#sent.set(part, bytes);
    this.#emit('sending');
    return this.#highest > before;
  }

  /** Every part is stored; the server is asked to accept the take. */
  verifying(): void {
    this.#emit('verifying');
  }

  done(): void {
    this.#highest = 1;
    this.#emit('done');
  }

  #emit(phase: ProgressEvent['phase']): void {
    let sentBytes = 0;
    for (const bytes of this.#sent.values()) sentBytes += bytes;
    sentBytes = Math.min(sentBytes, this.totalBytes);
    this.#highest = Math.max(this.#highest, (sentBytes / this.totalBytes) * SENDING_SHARE);
    this.report({ fraction: this.#highest, phase, sentBytes, totalBytes: this.totalBytes });
  }
}
