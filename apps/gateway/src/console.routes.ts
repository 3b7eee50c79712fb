import { SIGN_IN_HEADER } from '@capture/contracts';
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { allowed, byPath, noSuchRoute, refuseMethod, takeStreams } from './api.routes.js';
import type { GatewayConfig } from './config.js';
import type { ConsoleAdmission } from './console-admission.js';
import { ConsoleCookie } from './console-cookie.js';
import type { Forwarder } from './forwarder.js';
import type { ServiceName } from './routes.js';

/** A call of the console, forwarded to its service with the path as it is. */
export interface ConsoleRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** At the root of the host, parameters in braces. */
  path: `/console/api/${string}`;
  service: ServiceName;
  /** `member`: with the cookie of somebody who is signed in. `public`: for those who are not yet. */
  auth: 'member' | 'public';
}

/** Every route of the console's API, once. What is not here answers 404; another method on a path that is here, 405. */
export const CONSOLE_ROUTES: readonly ConsoleRow[] = [
  { method: 'POST', path: '/console/api/sign-in', service: 'accounts', auth: 'public' },
  { method: 'POST', path: '/console/api/set-password', service: 'accounts', auth: 'public' },
  { method: 'POST', path: '/console/api/sign-out', service: 'accounts', auth: 'member' },
  { method: 'GET', path: '/console/api/me', service: 'accounts', auth: 'member' },
  {
    method: 'POST',
    path: '/console/api/capture-requests/{id}/close',
    service: 'capture-requests',
    auth: 'member',
  },
  { method: 'POST', path: '/console/api/sessions/{id}/host', service: 'sessions', auth: 'member' },
  { method: 'POST', path: '/console/api/sessions/{id}/end', service: 'sessions', auth: 'member' },
];

interface ConsoleParts {
  admission: ConsoleAdmission;
  forwarder: Forwarder;
  config: GatewayConfig;
}

/** The console's API: for pages of our own origin, so no other origin is told anything about it. */
export function registerConsole(scope: FastifyInstance, parts: ConsoleParts): void {
  takeStreams(scope);
  const cookie = new ConsoleCookie(parts.config.CAPTURE_PUBLIC_URL);
  for (const [url, group] of byPath(CONSOLE_ROUTES)) registerPath(scope, url, group, parts, cookie);
  for (const url of ['/console/api', '/console/api/*']) scope.all(url, noSuchRoute);
}

function registerPath(
  scope: FastifyInstance,
  url: string,
  rows: ConsoleRow[],
  { admission, forwarder }: ConsoleParts,
  cookie: ConsoleCookie,
): void {
  for (const row of rows) {
    scope.route({
      url,
      method: row.method === 'GET' ? ['GET', 'HEAD'] : row.method,
      onRequest: async (request, reply) => {
        request.admitted = await admission.admit(row, request, reply);
      },
      handler: forwarding(row, forwarder, cookie),
    });
  }
  const methods = allowed(rows);
  const others = scope.supportedMethods.filter((method) => !methods.includes(method));
  scope.route({ url, method: others, onRequest: refuseMethod(methods), handler: noSuchRoute });
}

function forwarding(
  { service }: ConsoleRow,
  forwarder: Forwarder,
  cookie: ConsoleCookie,
): RouteHandlerMethod {
  return (request, reply) => {
    const { admitted: principal } = request;
    if (!principal) throw new Error('the call was not admitted');
    const onAnswer = (headers: Record<string, unknown>): void =>
      handOutCookie(headers[SIGN_IN_HEADER], reply, cookie);
    const path = request.raw.url ?? '/';
    return forwarder.forward({ service, path, principal, media: false, onAnswer }, request, reply);
  };
}

/** The service says that a sign-in began or ended; how a browser is told is ours. */
function handOutCookie(token: unknown, reply: FastifyReply, cookie: ConsoleCookie): void {
  if (typeof token === 'string') void reply.header('set-cookie', cookie.setCookie(token));
}
