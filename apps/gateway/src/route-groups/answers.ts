import { Logger } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { sendProblem, toAppError } from '@capture/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { RouteGroup } from './route-group.js';

/** What every answer of a port begins with; a call with several Host headers gets no further. */
export function beginAnswers(server: FastifyInstance, headers: Record<string, string>): void {
  const common = { 'x-content-type-options': 'nosniff', ...headers };
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, ...common });
    done(hostsOf(request.raw.rawHeaders) > 1 ? severalHosts() : undefined);
  });
}

/** Node keeps the first of several Host headers, a proxy in front may have looked at another (RFC 9112 §3.2). */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}

function severalHosts(): AppError {
  return new AppError('invalid_input', 'Send exactly one Host header.');
}

/** Renders errors as the platform's filters do, which Fastify scopes do not inherit from Nest. */
export function answerProblems(
  scope: FastifyInstance,
  config: GatewayConfig,
  sendError?: RouteGroup['sendError'],
): void {
  const logger = new Logger('gateway');
  scope.setErrorHandler((error, request, reply) => {
    const shown = toAppError(error);
    if (shown.code === 'internal') logger.error({ err: error, requestId: request.id }, 'unexpected error');
    if (sendError) sendError(shown, reply);
    else sendProblem(shown, config.CAPTURE_PUBLIC_URL, request, reply);
  });
}
