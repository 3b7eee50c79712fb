import type { FastifyReply, FastifyRequest } from 'fastify';

/** Time a refused sender gets to read the answer before its connection is cut. */
const LINGER_MS = 2_000;

/**
 * Answers a refusal at once although the body is still coming, and then ends the connection: the rest of a body that
 * nobody wants must not be read to its end.
 */
export async function refuseRest<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) {
      void reply.header('connection', 'close');
      reply.raw.once('finish', () => {
        // Unread bytes at close would reset the connection and take the answer with them.
        raw.resume();
        setTimeout(() => raw.destroy(), LINGER_MS).unref();
      });
    }
    throw error;
  }
}
