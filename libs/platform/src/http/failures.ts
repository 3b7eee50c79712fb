import { HttpException, Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';

const FASTIFY_ERRORS: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('payload_too_large', 'The body is over 1 MiB.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', 'Send the body as application/json.'),
  // Of the file server: paths that lead out of its directory are no files of ours.
  FST_STATIC_FORBIDDEN_PATH: () => new AppError('not_found', 'No such route.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('invalid_input', 'The body does not have the length that Content-Length states.'),
};

/** Maps anything thrown to the error that the caller sees. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  const fastify = typeof code === 'string' ? FASTIFY_ERRORS[code] : undefined;
  if (fastify) return fastify();
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 404) return new AppError('not_found', 'No such route.');
  if (status === 413) return new AppError('payload_too_large', 'The body is over 1 MiB.');
  if (status === 415) return new AppError('unsupported_media_type', 'Send the body as application/json.');
  if (status === 400) return new AppError('invalid_input', 'The request is malformed.');
  if (status === 503) return new AppError('service_unavailable', 'Try again shortly.', { retryAfterSec: 1 });
  return new AppError(
    'internal',
    'Something went wrong on our side. Quote the request id to support.',
    {},
    { cause: error },
  );
}

/** Makes the error that a caller sees out of anything thrown. Libraries add what they know of errors of theirs. */
@Injectable()
export class Failures {
  private readonly translations: ((error: unknown) => unknown)[] = [];

  /** @param translate gives back what it knows nothing of */
  add(translate: (error: unknown) => unknown): void {
    this.translations.push(translate);
  }

  shown(error: unknown): AppError {
    return toAppError(this.translations.reduce((known, translate) => translate(known), error));
  }
}
