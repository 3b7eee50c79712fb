import { AppError } from '@capture/contracts';

export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

export function unavailable(cause: unknown): AppError {
  const detail = 'The store is not at hand at the moment. Nothing that was stored is lost; try again later.';
  return new AppError('service_unavailable', detail, { retryAfterSec: 10 }, { cause });
}

/** A 404 is an answer; every other failure means that the store is unavailable. */
export function failed(error: unknown): never {
  throw statusOf(error) === 404 ? error : unavailable(error);
}
