import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NOT_COUNTED } from './metrics.js';

const CONTEXT = Symbol('trace context');
type Traced = FastifyRequest & { [CONTEXT]?: Context };

/**
 * Gives every request a span that continues the trace in its headers, and everything that is done for it that span's context.
 * Its name is the route's template: ids, link keys and query strings stay out of it.
 */
export function traceRequests(server: FastifyInstance): void {
  const tracer = trace.getTracer('capture');
  server.decorateRequest(CONTEXT);
  server.addHook('onRequest', (request: Traced, _reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    if (NOT_COUNTED.some((path) => route.startsWith(path))) return done();
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      parent,
    );
    request[CONTEXT] = trace.setSpan(parent, span);
    context.with(request[CONTEXT], done);
  });
  // Reading a body ends in the context of its connection, which several requests share.
  server.addHook('preHandler', (request: Traced, _reply, done) => {
    if (request[CONTEXT] === undefined) done();
    else context.with(request[CONTEXT], done);
  });
  server.addHook('onResponse', (request: Traced, reply, done) => {
    const span = request[CONTEXT] && trace.getSpan(request[CONTEXT]);
    if (span?.isRecording()) {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
    done();
  });
}
