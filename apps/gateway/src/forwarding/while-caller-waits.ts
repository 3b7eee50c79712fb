import { AppError } from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Runs `work` with a signal that aborts when the caller disconnects or when `timeoutMs` has passed without a result. The
 * signal keeps following the caller afterwards, while the body of the result is still streaming.
 * @param timeoutMs Milliseconds; undefined for no limit.
 * @returns Undefined when `work` failed because the caller has gone: there is nobody left to answer.
 * @throws AppError `invalid_input` or `service_unavailable` when time is up; whatever else `work` throws.
 */
export async function whileCallerWaits<T extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  timeoutMs: number | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  const leave = (): void => {
    if (!reply.raw.writableFinished) abort.abort();
  };
  // The caller may have left while the call was admitted.
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => abort.abort(timedOut(request)), timeoutMs);
  try {
    return await work(abort.signal);
  } catch (error) {
    if (reply.raw.destroyed) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Neither a caller that drips its body nor a service that drips its answer's head may hold a connection for ever. */
function timedOut(request: FastifyRequest): AppError {
  if (!request.raw.complete) return new AppError('invalid_input', 'The body did not arrive in time.');
  return new AppError(
    'service_unavailable',
    'A part of the service did not answer in time. Try again shortly.',
    { retryAfterSec: 1 },
  );
}
