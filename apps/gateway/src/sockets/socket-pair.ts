import type { Socket } from 'node:net';
import { ignoreError } from '@capture/platform';
import { ServiceFrames } from './service-frames.js';

/** How long bytes that are still in flight may take to arrive after either side has ended. */
const FLUSH_MS = 5_000;
/** As `FLUSH_MS`, when the gateway stops. */
const STOP_MS = 1_000;
/** Idle time after which TCP keep-alive probes begin. */
const KEEP_ALIVE_MS = 60_000;
/** Close, one frame, unmasked, two bytes: 1012, Service Restart (RFC 6455 section 5.5.1, IANA's registry of close codes). */
const SERVICE_RESTART = Buffer.from([0x88, 0x02, 0x03, 0xf4]);

/**
 * The connections of a WebSocket's caller and of the service: what either says is written to the other, no faster than that
 * takes it. When either ends, cleanly or not, both do. Without `pipe` and a stream between them, which would take more memory
 * than all the rest of a pair.
 */
export class SocketPair {
  private readonly frames = new ServiceFrames();
  private timer: NodeJS.Timeout | undefined;
  private open = 2;

  /**
   * @param head What the service said after it had accepted.
   * @param onClosed Called once, when both connections are closed.
   */
  constructor(
    private readonly caller: Socket,
    private readonly service: Socket,
    head: Buffer,
    private readonly onClosed: () => void,
  ) {
    this.tell(head);
    this.join(caller, service, (piece) => this.ask(piece));
    this.join(service, caller, (piece) => this.tell(piece));
  }

  /** Ends both: the caller is told that it may connect again, as soon as no frame is cut by it. */
  stop(): void {
    this.frames.restart();
    this.endIfOver();
    this.service.end();
    this.caller.resume();
    this.destroyAfter(STOP_MS);
  }

  /** Gives what `from` says to `pass`, and its end to `to`. */
  private join(from: Socket, to: Socket, pass: (piece: Buffer) => void): void {
    from.setTimeout(0).setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    // `close` follows and does what has to be done.
    from.on('error', ignoreError);
    from.on('data', pass);
    from.on('drain', () => to.resume());
    from.once('end', () => {
      to.end();
      this.destroyAfter(FLUSH_MS);
    });
    from.once('close', () => {
      // What has been said by then still arrives. What the other side says now is read and dropped, up to its end.
      to.resume().end();
      this.open -= 1;
      if (this.open > 0) return this.destroyAfter(FLUSH_MS);
      clearTimeout(this.timer);
      this.onClosed();
    });
  }

  private ask(piece: Buffer): void {
    const { caller, service } = this;
    if (service.writable && !service.write(piece)) caller.pause();
  }

  private tell(piece: Buffer): void {
    const { caller, service, frames } = this;
    const passed = frames.passed(piece);
    if (passed.length > 0 && caller.writable && !caller.write(passed)) service.pause();
    this.endIfOver();
  }

  /** The frame that was under way when the gateway stopped is through. */
  private endIfOver(): void {
    const { caller, frames } = this;
    if (!frames.isOver || !caller.writable) return;
    if (frames.hasClosed) caller.end();
    else caller.end(SERVICE_RESTART);
  }

  private destroyAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.caller.destroy();
      this.service.destroy();
    }, ms);
  }
}
