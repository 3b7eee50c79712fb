import type { IncomingMessage } from 'node:http';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError, newId, REQUEST_ID_HEADER } from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceConfig } from '../config/config.js';
import { isHandshake } from './handshake.js';
import { readJsonBody, UnreadableBody } from '../call/json-body.js';
import { sendProblem } from './problem.filter.js';

/** Bodies over this many bytes are refused; media has a route of its own. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** For a step of the start. On a machine that is busy or given little processor time one may take longer than the framework's 10 s. */
const START_STEP_MS = 60_000;

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** Answers 404 to paths that the router cannot read, with bad escapes or endless segments. Hooks do not see them. */
function noRoute(publicUrl: string) {
  // The adapter has Fastify's types in another version: hence the casts.
  return (_error: Error, given: unknown, answer: unknown): void => {
    const [request, reply] = [given as FastifyRequest, answer as FastifyReply];
    void reply.header(REQUEST_ID_HEADER, request.id);
    sendProblem(new AppError('not_found', 'No such route.'), publicUrl, request, reply);
  };
}

/** Fastify with our body limit, request ids and error bodies. */
export function newHttpAdapter({ CAPTURE_PUBLIC_URL }: ServiceConfig, sockets?: RegExp): FastifyAdapter {
  return new FastifyAdapter({
    http: sockets ? { shouldUpgradeCallback: isHandshake(sockets) } : {},
    bodyLimit: BODY_LIMIT_BYTES,
    pluginTimeout: START_STEP_MS,
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers[REQUEST_ID_HEADER];
      const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : newId('request');
      request.headers[REQUEST_ID_HEADER] = id;
      return id;
    },
    frameworkErrors: noRoute(CAPTURE_PUBLIC_URL),
    forceCloseConnections: 'idle',
    // While the process drains, requests on open connections are still answered; then the connections end.
    return503OnClosing: false,
  });
}

/** Merge patches have a media type of their own (RFC 7396) and are parsed like any JSON. */
const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/**
 * Accepts only JSON. Forms and texts are answered 415, like any unreadable body after the credential of the call was judged.
 * The framework would answer before, and close the connection on a sender that is still writing, who then sees a reset.
 */
export function acceptJsonOnly(app: NestFastifyApplication): void {
  const http = app.getHttpAdapter().getInstance();
  http.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES } as const;
  http.addContentTypeParser(JSON_TYPES, options, (request, body, done) => {
    Object.assign(request, { rawBody: body });
    done(null, isCompressed(request) ? notRead(COMPRESSED) : readJsonBody(body as unknown as Buffer));
  });
  http.addContentTypeParser('*', (_request, _payload, done) => done(null, notRead(NOT_JSON)));
}

const NOT_JSON = 'Send the body as application/json.';
const COMPRESSED = 'Send the body without Content-Encoding: it is read as it comes.';

function notRead(detail: string): UnreadableBody {
  return new UnreadableBody(new AppError('unsupported_media_type', detail));
}

/** What is in a small compressed body may be of any size. */
function isCompressed({ headers }: { headers: IncomingMessage['headers'] }): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}
