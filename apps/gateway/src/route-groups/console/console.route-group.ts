import { Injectable } from '@nestjs/common';
import { DEVICE_HEADER, requireRight, SIGN_IN_HEADER, STARTED_SIGN_IN_HEADER } from '@capture/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { ConsoleAdmission } from '../../admission/console-admission.js';
import { PasswordBackpressure } from '../../admission/password-backpressure.js';
import { GatewayConfig } from '../../config.js';
import { ConsoleCookie } from '../../credentials/console-cookie.js';
import { DeviceCookie } from '../../credentials/device-cookie.js';
import { StartedSignInCookie } from '../../credentials/started-sign-in-cookie.js';
import { Forwarder } from '../../forwarding/forwarder.js';
import {
  CHANGES_ROUTE,
  CONSOLE_ROUTES,
  PASSWORD_SIGN_IN,
  type ConsoleRow,
} from '../../table/console-routes.js';
import type { RouteGroup } from '../route-group.js';
import { byPath, principalOf, routePath, routeRest, streamBodies } from '../routing.js';
import { ChangeStreams } from './change-streams.js';

/** The console's API, for pages of our own origin: other origins get no CORS headers. */
@Injectable()
export class ConsoleRouteGroup implements RouteGroup {
  private readonly cookie: ConsoleCookie;
  private readonly device: DeviceCookie;
  private readonly started: StartedSignInCookie;

  constructor(
    config: GatewayConfig,
    private readonly admission: ConsoleAdmission,
    private readonly backpressure: PasswordBackpressure,
    private readonly forwarder: Forwarder,
    private readonly changes: ChangeStreams,
  ) {
    this.cookie = new ConsoleCookie(config.CAPTURE_PUBLIC_URL);
    this.device = new DeviceCookie(config.CAPTURE_PUBLIC_URL);
    this.started = new StartedSignInCookie(config.CAPTURE_PUBLIC_URL);
  }

  register(scope: FastifyInstance): void {
    streamBodies(scope);
    const admit: ConsoleAdmission['admit'] = (...call) => this.admission.admit(...call);
    for (const [url, rows] of byPath(CONSOLE_ROUTES))
      routePath(scope, url, rows, { admit, handlerOf: (row) => this.handlerOf(row) });
    routePath(scope, CHANGES_ROUTE.path, [CHANGES_ROUTE], { admit, handlerOf: () => this.tellChanges });
    routeRest(scope, '/console/api', byPath([...CONSOLE_ROUTES, CHANGES_ROUTE]));
  }

  private handlerOf({ service, path: route }: ConsoleRow): RouteHandlerMethod {
    const backpressure = route === PASSWORD_SIGN_IN ? this.backpressure : undefined;
    return (request, reply) => {
      backpressure?.requireRoom(this.device.deviceIn(request.headers.cookie));
      const principal = principalOf(request);
      const path = request.raw.url ?? '/';
      const onAnswer = (headers: Record<string, unknown>, statusCode: number): void => {
        backpressure?.hear(statusCode);
        this.setCookies(headers, reply);
      };
      const headers = principal.kind === 'public' ? this.ownHeaders(request.headers.cookie) : {};
      const target = { service, path, principal, media: false, headers, onAnswer };
      return this.forwarder.forward(target, request, reply);
    };
  }

  /** Answered here: a stream through a service would hold one of the connections to it. */
  private readonly tellChanges = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const principal = principalOf(request);
    if (principal.kind !== 'member') throw new Error('not a route of members');
    requireRight(principal.role, CHANGES_ROUTE.action);
    void reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    if (request.method === 'HEAD') return reply.send();
    const withRecent = (request.query as { recent?: unknown }).recent === 'true';
    return reply.send(this.changes.open(principal, withRecent, () => this.admission.isSignedIn(request)));
  };

  /** What a browser that signs in has kept of earlier answers. */
  private ownHeaders(cookies: string | undefined): Record<string, string> {
    const device = this.device.deviceIn(cookies);
    const started = this.started.browserIn(cookies);
    return {
      ...(device !== undefined && { [DEVICE_HEADER]: device }),
      ...(started !== undefined && { [STARTED_SIGN_IN_HEADER]: started }),
    };
  }

  /** The service reports that a sign-in began or ended; the cookies are the gateway's. */
  private setCookies(headers: Record<string, unknown>, reply: FastifyReply): void {
    const { [SIGN_IN_HEADER]: token, [DEVICE_HEADER]: device, [STARTED_SIGN_IN_HEADER]: started } = headers;
    if (typeof token === 'string') void reply.header('set-cookie', this.cookie.setCookie(token));
    // Fastify keeps both: this header alone may be sent more than once.
    if (typeof device === 'string') void reply.header('set-cookie', this.device.setCookie(device));
    if (typeof started === 'string') void reply.header('set-cookie', this.started.setCookie(started));
  }
}
