import type { Socket } from 'node:net';

/** Time in which the rest of what one side sent may still reach the other after either has ended. */
const FLUSH_MS = 5_000;
/** As `FLUSH_MS`, while the gateway stops. */
const STOP_MS = 1_000;
/** How long a connection is silent before its peer's host is asked whether it still exists. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Two connections, each the other's far end. Bytes are read from one no faster than the other takes them; the end of
 * either, clean or not, ends both.
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
      // What matters is that it closes then.
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

  /** Ends both without waiting for what may still come. */
  stop(): void {
    for (const side of this.sides) side.unpipe().resume().end();
    this.destroyAfter(STOP_MS);
  }

  private destroyAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sides.forEach((side) => side.destroy()), ms);
  }
}
