import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { answerProblems, beginAnswers } from './answers.js';
import { ApiRouteGroup } from './api/api.route-group.js';
import { ConsoleRouteGroup } from './console/console.route-group.js';
import { DocsRouteGroup } from './docs/docs.route-group.js';
import type { RouteGroup } from './route-group.js';
import { ScimRouteGroup } from './scim/scim.route-group.js';
import { WebRouteGroup } from './web/web.route-group.js';

const STAY_SEC = 365 * 24 * 60 * 60;

/** Gives every group of the public port a Fastify scope of its own, before the server listens. */
export async function registerRouteGroups(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  beginAnswers(server, transportHeaders(config.CAPTURE_PUBLIC_URL));
  for (const type of [ApiRouteGroup, ConsoleRouteGroup, ScimRouteGroup, DocsRouteGroup, WebRouteGroup]) {
    await server.register(async (scope) => {
      const group = app.get<RouteGroup>(type);
      answerProblems(scope, config, group.sendError);
      await group.register(scope);
    });
  }
}

/** Browsers that reached the instance over https once are told to stay with it. */
function transportHeaders(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${STAY_SEC}` } : {};
}
