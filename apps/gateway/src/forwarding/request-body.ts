import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@capture/contracts';

/** How long a caller that was refused while sending its body may go on sending, so that it reads the refusal. */
const LINGER_MS = 5_000;

export function tooLarge(limit: number): AppError {
  return new AppError('payload_too_large', `The body is over ${limit} bytes.`);
}

/**
 * The body as a stream with backpressure. Destroying it early keeps the connection open, because the caller still has to
 * get its answer over it. Fails with `payload_too_large` beyond `limit` bytes.
 */
export function bodyStream(request: IncomingMessage, limit: number): Readable {
  return Readable.from(bytesOf(request, limit), { objectMode: false });
}

/** As `bodyStream`, for reading in this process. @throws AppError `payload_too_large` beyond `limit` bytes. */
export async function* bytesOf(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    count += bytes.length;
    if (count > limit) throw tooLarge(limit);
    yield bytes;
  }
}

/**
 * After an answer that was sent before the body had arrived: reads and drops the rest for a while, then closes. Closing at
 * once would reset the connection before the caller has read the answer.
 */
export function linger(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}
