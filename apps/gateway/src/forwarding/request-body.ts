import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@capture/contracts';

export function tooLarge(limit: number): AppError {
  return new AppError('payload_too_large', `The body is over ${limit} bytes.`);
}

/**
 * The body of a call as a stream with backpressure. The request is not read before this stream is. Destroying it
 * early keeps the connection open, because the caller still has to get its answer over it.
 */
class CallerBody extends Readable {
  private count = 0;
  private started = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly limit: number,
  ) {
    super();
  }

  override _read(): void {
    if (this.started) return void this.request.resume();
    this.started = true;
    if (this.request.destroyed && !this.request.complete) return this.onClose();
    this.request.on('data', this.onData).once('end', this.onEnd).once('close', this.onClose);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Without listeners of data the request can be drained by `linger`: an iterator would hold it back.
    this.request.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
    if (!this.readableEnded) this.request.pause();
    done(error);
  }

  private readonly onData = (chunk: Buffer): void => {
    this.count += chunk.length;
    if (this.count > this.limit) this.destroy(tooLarge(this.limit));
    else if (!this.push(chunk)) this.request.pause();
  };

  private readonly onEnd = (): void => void this.push(null);

  private readonly onClose = (): void => {
    if (!this.request.complete) this.destroy(new Error('The caller left while sending its body.'));
  };
}

/** The body of `request`. Fails with `payload_too_large` beyond `limit` bytes. */
export function bodyStream(request: IncomingMessage, limit: number): Readable {
  return new CallerBody(request, limit);
}
