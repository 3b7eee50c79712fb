import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '@capture/contracts';
import { sendProblem, toAppError } from '@capture/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { ApiFace } from './api/api.face.js';
import { ConsoleFace } from './console/console.face.js';
import type { Face } from './face.js';
import { DocsFace } from './docs/docs.face.js';
import { WebFace } from './web/web.face.js';

const STAY_SEC = 365 * 24 * 60 * 60;

/** Gives every face a Fastify scope of its own, before the server listens. */
export async function registerFaces(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const headers = commonHeaders(config.CAPTURE_PUBLIC_URL);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, ...headers });
    done(hostsOf(request.raw.rawHeaders) > 1 ? severalHosts() : undefined);
  });
  for (const type of [ApiFace, ConsoleFace, DocsFace, WebFace]) {
    await server.register(async (scope) => {
      logAnswers(scope);
      answerProblems(scope, config);
      await app.get<Face>(type).register(scope);
    });
  }
}

/** Of every answer. Browsers that reached the instance over https once are told to stay with it. */
function commonHeaders(publicUrl: string): Record<string, string> {
  const https = publicUrl.startsWith('https:');
  return {
    'x-content-type-options': 'nosniff',
    ...(https && { 'strict-transport-security': `max-age=${STAY_SEC}` }),
  };
}

/** Node keeps the first of several Host headers, a proxy in front may have looked at another (RFC 9112 §3.2). */
function hostsOf(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

function severalHosts(): AppError {
  return new AppError('invalid_input', 'Send exactly one Host header.');
}

/** Renders errors as the platform's filter does, which Fastify scopes do not inherit from Nest. */
function answerProblems(scope: FastifyInstance, config: GatewayConfig): void {
  const logger = new Logger('gateway');
  scope.setErrorHandler((error, request, reply) => {
    const shown = toAppError(error);
    if (shown.code === 'internal') logger.error({ err: error, requestId: request.id }, 'unexpected error');
    sendProblem(shown, config.CAPTURE_PUBLIC_URL, request, reply);
  });
}

/** One log line for each answer, as the platform writes for controllers. Its serializers leave out query and headers. */
function logAnswers(scope: FastifyInstance): void {
  const logger = new Logger('http');
  scope.addHook('onResponse', (request, reply, done) => {
    const req = { id: request.id, method: request.method, url: request.url };
    const responseTime = Math.round(reply.elapsedTime);
    const line = { req, res: reply.raw, responseTime, service: 'gateway' };
    if (reply.raw.statusCode >= 500) logger.error(line, 'answered');
    else logger.log(line, 'answered');
    done();
  });
}
