import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { MediaAnswer } from './media.service.js';

/** Two halves: one is sent while the other is read. */
const SCRATCH_BYTES = 512 * 1024;
/** Kept for the downloads to come; more come and go with the downloads that need them. */
const MAX_KEPT = 32;
const kept: Buffer[] = [];

/**
 * Answers with media. The bytes of a download go through one piece of memory, which goes from download to download: a
 * stream of fresh buffers costs the garbage collector more than the bytes cost everybody else.
 * @throws whatever reading throws before the first byte; later failures end the connection before `Content-Length` is reached.
 */
export async function sendMedia(reply: FastifyReply, { status, headers, body }: MediaAnswer): Promise<void> {
  void reply.status(status).headers(headers);
  if (!body) return void (await reply.send());
  const { raw } = reply;
  let leave: ((error: Error) => void) | undefined;
  // What waits behind another answer of a connection that closes is never told so.
  raw.once('close', () => leave?.(new Error('The caller left.')));
  const sink = (bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      leave = reject;
      if (!reply.sent) {
        reply.hijack();
        raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders);
      }
      // Called once the connection has taken the bytes over.
      raw.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const scratch = kept.pop() ?? Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  try {
    await body(scratch, sink);
  } catch (error) {
    if (!reply.sent) throw error;
    return void raw.destroy();
  }
  // Not after a failure: a connection that was cut may still hold on to it.
  if (kept.length < MAX_KEPT) kept.push(scratch);
  raw.end();
}
