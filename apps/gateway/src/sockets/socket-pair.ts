import type { Socket } from 'node:net';
import { ServiceFrames } from './service-frames.js';

/** How long bytes that are still in flight may take to arrive after either side has ended. */
const FLUSH_MS = 5_000;
/** As `FLUSH_MS`, when the gateway stops. */
const STOP_MS = 1_000;
/** Idle time after which TCP keep-alive probes begin. */
const KEEP_ALIVE_MS = 60_000;

/**
 * The connections of a WebSocket's caller and of the service, piped into each other with backpressure. When either ends,
 * cleanly or not, both do.
 */
export class SocketPair {
  private readonly sides: readonly Socket[];
  private readonly frames = new ServiceFrames();
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param head What the service said after it had accepted.
   * @param onClosed Called once, when both connections are closed.
   */
  constructor(
    private readonly caller: Socket,
    private readonly service: Socket,
    head: Buffer,
    onClosed: () => void,
  ) {
    this.sides = [caller, service];
    let open = this.sides.length;
    for (const side of this.sides) {
      side.setTimeout(0).setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
      // `close` follows and does what has to be done.
      side.on('error', () => undefined);
      side.once('end', () => this.destroyAfter(FLUSH_MS));
      side.once('close', () => {
        open -= 1;
        if (open > 0) return this.destroyAfter(FLUSH_MS);
        clearTimeout(this.timer);
        onClosed();
      });
    }
    // What has been said by then still arrives.
    service.once('close', () => this.frames.end());
    caller.once('close', () => service.unpipe().resume().end());
    this.frames.write(head);
    service.pipe(this.frames).pipe(caller);
    caller.pipe(service);
  }

  /** Ends both: the caller is told that it may connect again, as soon as no frame is cut by it. */
  stop(): void {
    this.frames.restart();
    this.caller.unpipe().resume();
    this.service.end();
    this.destroyAfter(STOP_MS);
  }

  private destroyAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sides.forEach((side) => side.destroy()), ms);
  }
}
