import { METHODS as HTTP_METHODS } from 'node:http';
import { AppError, type Principal } from '@capture/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Admission } from './admission.js';
import type { Forwarder } from './forwarder.js';
import type { OperatorFanOut } from './operator-fan-out.js';
import type { PublishedKeys } from './published-keys.js';
import { linger } from './request-body.js';
import { allowsAnyOrigin, OPERATOR_ROUTES, ROUTES, type Row } from './routes.js';
import type { Sockets } from './sockets.js';

export interface ApiParts {
  admission: Admission;
  forwarder: Forwarder;
  fanOut: OperatorFanOut;
  keys: PublishedKeys;
  sockets: Sockets;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted?: Principal;
  }
}

/** What a script of another origin may send and read; nothing here rides on cookies. */
const REQUEST_HEADERS = 'authorization, content-type, content-digest, idempotency-key, x-request-id';
const EXPOSED_HEADERS =
  'x-request-id, ratelimit, ratelimit-policy, retry-after, idempotent-replayed, content-digest';

/** Path and query below `/api`, as services route them. */
function servicePath(request: FastifyRequest): string {
  const url = request.raw.url ?? '/';
  return url.startsWith('/api/') ? url.slice('/api'.length) : url;
}

/** Methods that answer on a path, HEAD wherever GET does. */
export function allowed(rows: Iterable<Pick<Row, 'method'>>): string[] {
  return [...rows].flatMap((row) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]));
}

/** For the earliest hook: a method that is not allowed is refused before its body is looked at. */
export function refuseMethod(methods: readonly string[]) {
  return (_request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    void reply.header('allow', methods.join(', '));
    done(
      new AppError('method_not_allowed', `This method is not allowed here; allowed: ${methods.join(', ')}.`),
    );
  };
}

/** Rows that share a path, whatever they call its parameters, by that path as the router writes it. */
export function byPath<R extends { path: string }>(rows: readonly R[]): Map<string, R[]> {
  const paths = new Map<string, R[]>();
  for (const row of rows) {
    let count = 0;
    const url = row.path.replace(/\{\w+\}/g, () => `:p${(count += 1)}`);
    paths.set(url, [...(paths.get(url) ?? []), row]);
  }
  return paths;
}

/** Makes `scope` take every method and body as they come: what arrives is streamed on, and answers are not kept. */
export function takeStreams(scope: FastifyInstance): void {
  const methods = HTTP_METHODS.filter((method) => method !== 'CONNECT');
  for (const method of methods)
    if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method, { hasBody: true });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  scope.addHook('onRequest', (_request, reply, done) => {
    // Answers hold links and secrets; a service that wants one kept says so itself.
    void reply.header('cache-control', 'no-store');
    done();
  });
  scope.addHook('onResponse', (request, _reply, done) => {
    linger(request.raw);
    done();
  });
}

/**
 * The public API as routes of a Fastify scope of its own, in which no body is parsed. A call is admitted before its
 * content type is looked at.
 */
export function registerApi(scope: FastifyInstance, parts: ApiParts): void {
  takeStreams(scope);
  scope.addHook('onRequest', openToAnyOrigin);
  for (const [path, rows] of byPath(ROUTES))
    registerPath(scope, atRoot(rows) ? path : `/api${path}`, rows, parts);
  for (const { prefix, service } of OPERATOR_ROUTES) registerOperator(scope, prefix, service, parts);
  for (const url of ['/api', '/api/*', '/operator', '/operator/*']) scope.all(url, noSuchRoute);
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

function registerPath(scope: FastifyInstance, url: string, rows: Row[], parts: ApiParts): void {
  for (const row of rows) {
    scope.route({
      url,
      method: row.method === 'GET' ? ['GET', 'HEAD'] : row.method,
      onRequest: async (request, reply) => {
        request.admitted = await parts.admission.admit(row, request, reply);
      },
      handler: handlerOf(row, parts),
    });
  }
  const methods = allowed(rows);
  const anyOrigin = rows.some((row) => allowsAnyOrigin(row.path));
  if (anyOrigin) scope.options(url, preflight(methods));
  const others = scope.supportedMethods.filter(
    (method) => !methods.includes(method) && !(anyOrigin && method === 'OPTIONS'),
  );
  scope.route({ url, method: others, onRequest: refuseMethod(methods), handler: noSuchRoute });
}

function handlerOf(row: Row, { forwarder, keys, sockets }: ApiParts): RouteHandlerMethod {
  if (row.auth === 'capability' && row.socket)
    return (request, reply) => sockets.forward(target(row, request), request, reply);
  const services = row.auth === 'public' ? row.keysOf : undefined;
  if (!services) return (request, reply) => forwarder.forward(target(row, request), request, reply);
  return async (request, reply) => {
    const { path, principal } = target(row, request);
    const set = await keys.collect(services, path, principal, request);
    return reply.header('cache-control', 'public, max-age=300').send(set);
  };
}

function target(row: Row, request: FastifyRequest) {
  const { admitted } = request;
  if (!admitted) throw new Error('the call was not admitted');
  const media = row.auth === 'public' && row.media === true;
  return { service: row.service, path: servicePath(request), principal: admitted, media };
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

export function noSuchRoute(): never {
  throw new AppError('not_found', 'No such route.');
}

function registerOperator(
  scope: FastifyInstance,
  prefix: string,
  service: (typeof OPERATOR_ROUTES)[number]['service'],
  parts: ApiParts,
): void {
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      request.admitted = parts.admission.admitOperator(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  const handler: RouteHandlerMethod = (request, reply) => {
    const { admitted: principal = { kind: 'public' } } = request;
    const path = servicePath(request);
    if (service === 'every') return parts.fanOut.ask(path, principal, request);
    return parts.forwarder.forward({ service, path, principal, media: false }, request, reply);
  };
  for (const url of [prefix, `${prefix}/*`]) {
    scope.route({ url, method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], onRequest, handler });
  }
}
