import { Catch, Injectable, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failures } from './failures.js';
import { sendScimError } from './problem.filter.js';

/** Errors in the form that directories read. Unexpected ones are logged, never shown. */
@Catch()
@Injectable()
export class ScimErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ScimErrorFilter.name);

  constructor(private readonly failures: Failures) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { id: requestId } = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const shown = this.failures.shown(error);
    if (shown.code === 'internal') this.logger.error({ err: error, requestId }, 'unexpected error');
    if (!reply.sent) sendScimError(shown, reply);
  }
}
