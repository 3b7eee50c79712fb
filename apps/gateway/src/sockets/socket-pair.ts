import type { Socket } from 'node:net';

/** How long bytes that are still in flight may take to arrive after either side has ended. */
const FLUSH_MS = 5_000;
/** As `FLUSH_MS`, when the gateway stops. */
const STOP_MS = 1_000;
/** Idle time after which TCP keep-alive probes begin. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Two connections piped into each other, with backpressure. When either ends, cleanly or not, both do.
 */
export class SocketPair {
  private readonly sides: readonly Socket[];
  private timer: NodeJS.Timeout | undefined;

  /** @param onClosed Called once, when both connections are closed. */
  constructor(one: Socket, other: Socket, onClosed: () => void) {
    this.sides = [one, other];
    let open = this.sides.length;
    for (const [side, far] of [
      [one, other],
      [other, one],
    ] as const) {
      side.setTimeout(0).setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
      // `close` follows and does what has to be done.
      side.on('error', () => undefined);
      side.once('end', () => this.destroyAfter(FLUSH_MS));
      side.once('close', () => {
        open -= 1;
        if (open === 0) {
          clearTimeout(this.timer);
          onClosed();
          return;
        }
        far.resume().end();
        this.destroyAfter(FLUSH_MS);
      });
      side.pipe(far);
    }
  }

  /** Ends both without waiting for further bytes. */
  stop(): void {
    for (const side of this.sides) side.unpipe().resume().end();
    this.destroyAfter(STOP_MS);
  }

  private destroyAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sides.forEach((side) => side.destroy()), ms);
  }
}
