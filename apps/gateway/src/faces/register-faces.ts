import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { answerProblems, beginAnswers } from './answers.js';
import { ApiFace } from './api/api.face.js';
import { ConsoleFace } from './console/console.face.js';
import type { Face } from './face.js';
import { DocsFace } from './docs/docs.face.js';
import { ScimFace } from './scim/scim.face.js';
import { WebFace } from './web/web.face.js';

const STAY_SEC = 365 * 24 * 60 * 60;

/** Gives every face of the public port a Fastify scope of its own, before the server listens. */
export async function registerFaces(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  beginAnswers(server, transportHeaders(config.CAPTURE_PUBLIC_URL));
  for (const type of [ApiFace, ConsoleFace, ScimFace, DocsFace, WebFace]) {
    await server.register(async (scope) => {
      const face = app.get<Face>(type);
      answerProblems(scope, config, face.sendError);
      await face.register(scope);
    });
  }
}

/** Browsers that reached the instance over https once are told to stay with it. */
function transportHeaders(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${STAY_SEC}` } : {};
}
