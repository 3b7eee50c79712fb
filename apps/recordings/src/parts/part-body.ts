import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { AppError } from '@capture/contracts';

/** How slowly a sender may send: fewer than `bytesPerSec`, over `seconds` together, ends the transfer. */
export interface MinimumRate {
  /** 0: any rate. */
  bytesPerSec: number;
  seconds: number;
}

/** Bytes that may wait here for their reader before the sender is held back. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * The body of a part as it arrives, for one reader. It can be cut off without ending the connection, over which the sender
 * still has to be told why.
 */
export class PartBody implements AsyncIterable<Buffer> {
  private readonly timer: NodeJS.Timeout | undefined;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private arrived = 0;
  private isWhole = false;
  private failure: Error | undefined;
  /** Lets a reader go on that waits for bytes, the end or a failure. */
  private wake: () => void = () => undefined;

  constructor(
    private readonly request: IncomingMessage,
    { bytesPerSec, seconds }: MinimumRate,
  ) {
    request.on('data', this.add);
    // Unlike an event, this also tells of a sender that was gone before anybody listened.
    finished(request, { writable: false }, (error) => {
      if (error) return this.cut(senderLeft());
      this.isWhole = true;
      this.wake();
    });
    if (bytesPerSec > 0) this.timer = setInterval(() => this.judge(bytesPerSec * seconds), seconds * 1000);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const chunks = this.waiting;
        this.waiting = [];
        for (const chunk of chunks) {
          if (this.failure) throw this.failure;
          this.waitingBytes -= chunk.length;
          yield chunk;
        }
        if (this.failure) throw this.failure;
        if (this.waiting.length > 0) continue;
        if (this.isWhole) return;
        this.request.resume();
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      this.release();
    }
  }

  /** The reader of the body gets `error`; what has arrived for it is dropped. */
  cut(error: Error): void {
    this.failure ??= error;
    this.release();
    this.wake();
  }

  private readonly add = (chunk: Buffer): void => {
    this.arrived += chunk.length;
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes >= MAX_WAITING_BYTES) this.request.pause();
    this.wake();
  };

  private judge(least: number): void {
    // Bytes that wait here are held up by the store, not by the sender.
    const isSlow = this.arrived < least && this.waitingBytes === 0 && !this.request.complete;
    this.arrived = 0;
    if (isSlow)
      this.cut(new AppError('request_timeout', 'The bytes of the part came too slowly; send it again.'));
  }

  private release(): void {
    clearInterval(this.timer);
    this.request.off('data', this.add);
    this.waiting = [];
  }
}

/** Nobody hears it any more, and networks do end connections: it is no fault that the log has to show. */
function senderLeft(): AppError {
  return new AppError('request_timeout', 'The connection ended before the part was whole; send it again.');
}
