import { Injectable } from '@nestjs/common';
import { SIGN_IN_HEADER } from '@capture/contracts';
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { ConsoleAdmission } from '../../admission/console-admission.js';
import { GatewayConfig } from '../../config.js';
import { ConsoleCookie } from '../../credentials/console-cookie.js';
import { Forwarder } from '../../forwarding/forwarder.js';
import { CONSOLE_ROUTES, type ConsoleRow } from '../../table/console-routes.js';
import type { Face } from '../face.js';
import { byPath, noSuchRoute, principalOf, routePath, streamBodies } from '../routing.js';

/** The console's API, for pages of our own origin: other origins get no CORS headers. */
@Injectable()
export class ConsoleFace implements Face {
  private readonly cookie: ConsoleCookie;

  constructor(
    config: GatewayConfig,
    private readonly admission: ConsoleAdmission,
    private readonly forwarder: Forwarder,
  ) {
    this.cookie = new ConsoleCookie(config.CAPTURE_PUBLIC_URL);
  }

  register(scope: FastifyInstance): void {
    streamBodies(scope);
    for (const [url, rows] of byPath(CONSOLE_ROUTES)) {
      routePath(scope, url, rows, {
        admit: (row, request, reply) => this.admission.admit(row, request, reply),
        handlerOf: (row) => this.handlerOf(row),
      });
    }
    for (const url of ['/console/api', '/console/api/*']) scope.all(url, noSuchRoute);
  }

  private handlerOf({ service }: ConsoleRow): RouteHandlerMethod {
    return (request, reply) => {
      const principal = principalOf(request);
      const path = request.raw.url ?? '/';
      const onAnswer = (headers: Record<string, unknown>): void =>
        this.setCookie(headers[SIGN_IN_HEADER], reply);
      return this.forwarder.forward({ service, path, principal, media: false, onAnswer }, request, reply);
    };
  }

  /** The service reports that a sign-in began or ended; the cookie is the gateway's. */
  private setCookie(token: unknown, reply: FastifyReply): void {
    if (typeof token === 'string') void reply.header('set-cookie', this.cookie.setCookie(token));
  }
}
