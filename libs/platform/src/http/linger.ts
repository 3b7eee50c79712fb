import type { IncomingMessage } from 'node:http';

/** How long a caller that was refused while sending its body may go on sending, so that it reads the refusal. */
const LINGER_MS = 5_000;

/**
 * After an answer that was sent before the body had arrived: reads and drops the rest for a while, then closes. Closing at
 * once would reset the connection before the caller has read the answer. A body that ends in time leaves the connection
 * open for further calls.
 */
export function linger(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  request.resume();
  // All of it has arrived and waits to be dropped.
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}
