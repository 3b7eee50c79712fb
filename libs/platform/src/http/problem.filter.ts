import {
  Catch,
  HttpException,
  Injectable,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import {
  AppError,
  PROBLEM_CONTENT_TYPE,
  SCIM_CONTENT_TYPE,
  toProblem,
  toScimError,
} from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceConfig } from '../config/config.js';

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

/** The one renderer of errors: RFC 9457 problem documents. Unexpected errors are logged, never shown. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  constructor(private readonly config: ServiceConfig) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const shown = toAppError(error);
    if (shown.code === 'internal')
      this.logger.error({ err: error, requestId: request.id }, 'unexpected error');
    if (!reply.sent) sendProblem(shown, this.config.CAPTURE_PUBLIC_URL, request, reply);
  }
}

/** Answers with the problem document of `error`; for routes that Nest's filters do not reach. */
export function sendProblem(
  error: AppError,
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = toProblem(error, { publicUrl, requestId: String(request.id) });
  setErrorHeaders(error, reply);
  void reply.status(error.status).type(PROBLEM_CONTENT_TYPE).send(JSON.stringify(problem));
}

/** Answers with `error` in the form of SCIM (RFC 7644, 3.12), which directories read. */
export function sendScimError(error: AppError, reply: FastifyReply): void {
  setErrorHeaders(error, reply);
  void reply
    .status(error.status)
    .type(SCIM_CONTENT_TYPE)
    .send(JSON.stringify(toScimError(error)));
}

function setErrorHeaders({ status, extras }: AppError, reply: FastifyReply): void {
  if (extras.retryAfterSec !== undefined) void reply.header('retry-after', String(extras.retryAfterSec));
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
}
