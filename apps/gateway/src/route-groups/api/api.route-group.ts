import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Admission } from '../../admission/admission.js';
import { judgeToken } from '../../admission/capability-trial.js';
import { Forwarder, type Target } from '../../forwarding/forwarder.js';
import { Sockets } from '../../sockets/sockets.js';
import { allowsAnyOrigin, ROUTES, type Row } from '../../table/routes.js';
import type { RouteGroup } from '../route-group.js';
import { byPath, methodsOf, principalOf, routePath, routeRest, streamBodies } from '../routing.js';
import { PublishedKeys } from './published-keys.js';

/** What scripts of other origins may send and read. No route of the API accepts cookies. */
const REQUEST_HEADERS = 'authorization, content-type, content-digest, idempotency-key, x-request-id';
const EXPOSED_HEADERS =
  'x-request-id, ratelimit, ratelimit-policy, retry-after, idempotent-replayed, content-digest';

/** The public API: a call is admitted before its content type is looked at, then forwarded. */
@Injectable()
export class ApiRouteGroup implements RouteGroup {
  constructor(
    private readonly admission: Admission,
    private readonly forwarder: Forwarder,
    private readonly sockets: Sockets,
    private readonly keys: PublishedKeys,
  ) {}

  register(scope: FastifyInstance): void {
    streamBodies(scope);
    scope.addHook('onRequest', openToAnyOrigin);
    scope.addHook('onSend', judgeToken);
    const paths = new Map(
      [...byPath(ROUTES)].map(([path, rows]) => [atRoot(rows) ? path : `/api${path}`, rows] as const),
    );
    for (const [url, rows] of paths) {
      const anyOrigin = rows.some((row) => allowsAnyOrigin(row.path));
      routePath(scope, url, rows, {
        admit: (row, request, reply) => this.admission.admit(row, request, reply),
        handlerOf: (row) => this.handlerOf(row),
        ...(anyOrigin && { preflight: preflight(methodsOf(rows)) }),
      });
    }
    routeRest(scope, '/api', paths);
  }

  private handlerOf(row: Row): RouteHandlerMethod {
    if (row.auth === 'capability' && row.socket)
      return (request, reply) => this.sockets.forward(targetOf(row, request), request, reply);
    const services = row.auth === 'public' ? row.keysOf : undefined;
    if (!services) return (request, reply) => this.forwarder.forward(targetOf(row, request), request, reply);
    return async (request, reply) => {
      const { path, principal } = targetOf(row, request);
      const set = await this.keys.collect(services, path, principal, request);
      return reply.header('cache-control', 'public, max-age=300').send(set);
    };
  }
}

/** Path and query below `/api`, as services route them. */
function servicePath(request: FastifyRequest): string {
  const url = request.raw.url ?? '/';
  return url.startsWith('/api/') ? url.slice('/api'.length) : url;
}

function targetOf(row: Row, request: FastifyRequest): Target {
  const media = row.auth === 'public' && row.media === true;
  return { service: row.service, path: servicePath(request), principal: principalOf(request), media };
}

function openToAnyOrigin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (allowsAnyOrigin(servicePath(request))) {
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS,
    });
  }
  done();
}

function atRoot(rows: readonly Row[]): boolean {
  return rows.some((row) => row.auth === 'public' && row.atRoot === true);
}

function preflight(methods: readonly string[]): RouteHandlerMethod {
  return (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': '7200',
      })
      .send();
}
