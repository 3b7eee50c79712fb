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
      // Without `connection: close`, on which the server would close at once: unread bytes at close reset the connection,
      // and a sender that is still writing then sees that instead of the answer.
      reply.raw.once('finish', () => {
        raw.resume();
        setTimeout(() => raw.destroy(), LINGER_MS).unref();
      });
    }
    throw error;
  }
}
