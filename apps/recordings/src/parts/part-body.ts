import type { IncomingMessage } from 'node:http';
import { finished, PassThrough } from 'node:stream';
import { AppError } from '@capture/contracts';

/** How slowly a sender may send: fewer than `bytesPerSec`, over `seconds` together, ends the transfer. */
export interface MinimumRate {
  /** 0: any rate. */
  bytesPerSec: number;
  seconds: number;
}

/**
 * The body of a part as it arrives. It can be cut off without ending the connection, over which the sender still has to be
 * told why.
 */
export class PartBody {
  private readonly bytes = new PassThrough();
  private readonly timer: NodeJS.Timeout | undefined;
  private arrived = 0;

  constructor(
    private readonly request: IncomingMessage,
    { bytesPerSec, seconds }: MinimumRate,
  ) {
    request.on('data', this.count);
    request.pipe(this.bytes);
    // Unlike an event, this also tells of a sender that was gone before anybody listened.
    finished(request, { writable: false }, (error) => {
      if (error) this.cut(senderLeft());
    });
    // A sender that leaves is noticed by whoever reads; without a reader there is nobody to tell.
    this.bytes.on('error', () => undefined);
    if (bytesPerSec > 0) this.timer = setInterval(() => this.judge(bytesPerSec * seconds), seconds * 1000);
    this.bytes.once('close', () => this.release());
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Buffer> {
    return this.bytes[Symbol.asyncIterator]();
  }

  /** Whoever reads the body gets `error`. */
  cut(error: Error): void {
    this.request.unpipe(this.bytes);
    this.bytes.destroy(error);
  }

  private readonly count = (chunk: Buffer): void => void (this.arrived += chunk.length);

  private judge(least: number): void {
    // Bytes that wait here are held up by the store, not by the sender.
    const isSlow = this.arrived < least && this.bytes.readableLength === 0 && !this.request.complete;
    this.arrived = 0;
    if (isSlow)
      this.cut(new AppError('request_timeout', 'The bytes of the part came too slowly; send it again.'));
  }

  private release(): void {
    clearInterval(this.timer);
    this.request.off('data', this.count);
  }
}

/** Nobody hears it any more, and networks do end connections: it is no fault that the log has to show. */
function senderLeft(): AppError {
  return new AppError('request_timeout', 'The connection ended before the part was whole; send it again.');
}
