import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@capture/contracts';

/** Time in which a caller who was refused in mid-body may finish sending, so that it sees the refusal. */
const LINGER_MS = 5_000;

export function hasBody(request: IncomingMessage): boolean {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function tooLarge(limit: number): AppError {
  return new AppError('payload_too_large', `The body is over ${limit} bytes.`);
}

/**
 * The bytes as they arrive, read no faster than they are taken. Giving it up early keeps the connection: the
 * caller still has to get its answer over it. Fails with `payload_too_large` beyond `limit` bytes.
 */
export function bodyStream(request: IncomingMessage, limit: number): Readable {
  return Readable.from(bytesOf(request, limit), { objectMode: false });
}

/** As `bodyStream`, for reading here. @throws AppError `payload_too_large` beyond `limit` bytes. */
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
 * After an answer that came before the end of the body: takes and drops the rest for a while, because closing
 * at once would reset the connection and with it the answer; then closes.
 */
export function linger(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}
