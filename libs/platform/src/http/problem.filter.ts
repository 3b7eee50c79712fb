import { Catch, Injectable, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import {
  PROBLEM_CONTENT_TYPE,
  SCIM_CONTENT_TYPE,
  toProblem,
  toScimError,
  type AppError,
} from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceConfig } from '../config/config.js';
import { Failures } from './failures.js';

/** The one renderer of errors: RFC 9457 problem documents. Unexpected errors are logged, never shown. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  constructor(
    private readonly config: ServiceConfig,
    private readonly failures: Failures,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const shown = this.failures.shown(error);
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
