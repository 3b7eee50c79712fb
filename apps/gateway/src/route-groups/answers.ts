import { Logger } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { linger, sendProblem, toAppError } from '@capture/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { RouteGroup } from './route-group.js';

/**
 * What every answer of a port begins with. A call with several Host headers gets no further, nor one to a path that is none: its
 * body would be read to the end and held until then, for as long as a stranger likes.
 */
export function beginAnswers(server: FastifyInstance, headers: Record<string, string>): void {
  const common = { 'x-content-type-options': 'nosniff', ...headers };
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, ...common });
    if (hostsOf(request.raw.rawHeaders) > 1) done(severalHosts());
    else done(request.is404 ? new AppError('not_found', 'No such route.') : undefined);
  });
  server.addHook('onResponse', (request, _reply, done) => {
    linger(request.raw);
    done();
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
