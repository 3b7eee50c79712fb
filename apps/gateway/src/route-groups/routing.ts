import { METHODS as HTTP_METHODS } from 'node:http';
import { AppError, type Principal } from '@capture/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import findMyWay from 'find-my-way';

/** Methods that the paths of a scope take or refuse by routes of their own. */
const OWN_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Routed {
  method: string;
  /** Parameters in braces. */
  path: string;
}

/** Groups rows by path. The keys are in the router's notation; names of parameters do not tell paths apart. */
export function byPath<R extends Routed>(rows: readonly R[]): Map<string, R[]> {
  const paths = new Map<string, R[]>();
  for (const row of rows) {
    let count = 0;
    const url = row.path.replace(/\{\w+\}/g, () => `:p${(count += 1)}`);
    paths.set(url, [...(paths.get(url) ?? []), row]);
  }
  return paths;
}

/** The methods of the rows of one path, with HEAD wherever GET is. */
export function methodsOf(rows: readonly Routed[]): string[] {
  return rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

interface PathRoutes<R extends Routed> {
  admit(row: R, request: FastifyRequest, reply: FastifyReply): Promise<Principal>;
  handlerOf(row: R): RouteHandlerMethod;
  /** Answers OPTIONS; without it OPTIONS is refused like any other method. */
  preflight?: RouteHandlerMethod;
}

/** Registers one path: each row with its admission, and 405 for every other method; `routeRest` refuses those that no path takes. */
export function routePath<R extends Routed>(
  scope: FastifyInstance,
  url: string,
  rows: R[],
  { admit, handlerOf, preflight }: PathRoutes<R>,
): void {
  for (const row of rows) {
    scope.route({
      url,
      method: methodsOf([row]),
      onRequest: async (request, reply) => {
        request.admitted = await admit(row, request, reply);
      },
      handler: handlerOf(row),
    });
  }
  const methods = methodsOf(rows);
  if (preflight) scope.options(url, preflight);
  refuseOthers(scope, url, methods, preflight ? ['OPTIONS'] : []);
}

/** Registers 405 for the other methods of a path that takes `methods`; `besides` have routes and are not named as allowed. */
export function refuseOthers(
  scope: FastifyInstance,
  url: string,
  methods: readonly string[],
  besides: readonly string[] = [],
): void {
  const others = OWN_METHODS.filter((method) => !methods.includes(method) && !besides.includes(method));
  scope.route({ url, method: others, onRequest: refuseMethod(methods), handler: noSuchRoute });
}

/**
 * Registers what `paths` leave of a scope. Below its prefix: 404. The 27 methods that no path takes are 405 on a path that takes
 * others, and looked up in one tree of paths: Fastify would build one for each of them, 10 MB of small objects.
 */
export function routeRest(
  scope: FastifyInstance,
  prefix: string,
  paths: ReadonlyMap<string, readonly Routed[]>,
): void {
  const known = findMyWay();
  for (const [url, rows] of paths) known.on('GET', url, noSuchRoute, methodsOf(rows));
  const refuseKnown = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const path = known.find('GET', request.raw.url ?? '/');
    if (path) refuseMethod(path.store as string[])(request, reply, done);
    else done();
  };
  const below = [prefix, `${prefix}/*`];
  for (const url of below) scope.route({ url, method: OWN_METHODS, handler: noSuchRoute });
  const elsewhere = [...paths.keys()].filter((url) => !url.startsWith(`${prefix}/`));
  const method = scope.supportedMethods.filter((each) => !OWN_METHODS.includes(each));
  for (const url of [...below, ...elsewhere])
    scope.route({ url, method, onRequest: refuseKnown, handler: noSuchRoute });
}

/** A hook that answers 405. It runs before the body is read. */
function refuseMethod(methods: readonly string[]) {
  return (_request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    void reply.header('allow', methods.join(', '));
    done(
      new AppError('method_not_allowed', `This method is not allowed here; allowed: ${methods.join(', ')}.`),
    );
  };
}

export function noSuchRoute(): never {
  throw new AppError('not_found', 'No such route.');
}

/** The principal that the route's admission hook left. */
export function principalOf({ admitted }: FastifyRequest): Principal {
  if (!admitted) throw new Error('the call was not admitted');
  return admitted;
}

/** Makes `scope` stream: every method is known, no body is parsed, and answers are not to be stored. */
export function streamBodies(scope: FastifyInstance): void {
  const methods = HTTP_METHODS.filter((method) => method !== 'CONNECT');
  for (const method of methods)
    if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method, { hasBody: true });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  scope.addHook('onRequest', (_request, reply, done) => {
    // Answers hold links and secrets. A service that wants one to be stored sets the header itself.
    void reply.header('cache-control', 'no-store');
    done();
  });
}
