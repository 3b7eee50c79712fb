import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { AppError, PRINCIPAL_HEADER, REQUEST_ID_HEADER, type Principal } from '@capture/contracts';
import { BODY_LIMIT_BYTES, Clock, signCall, traceHeaders } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { ClientAddress } from './client-address.js';
import { GatewayConfig } from './config.js';
import { forwardedHeaders, returnedHeaders } from './forward-headers.js';
import { NEIGHBOURS, type Neighbours, type Listener } from './neighbours.js';
import { bodyStream, hasBody, tooLarge } from './request-body.js';
import type { ServiceName } from './routes.js';
import { Upstreams } from './upstreams.js';

export interface Target {
  service: ServiceName;
  /** Path and query, as the service routes it. */
  path: string;
  principal: Principal;
  /** Media has no ceiling here, and no time in which it must have arrived. */
  media: boolean;
  /** Sees the headers of the service's answer, those included that callers do not get. */
  onAnswer?: (headers: IncomingHttpHeaders) => void;
}

/** Passes a call on to the service that owns it and streams both bodies, neither held in memory. */
@Injectable()
export class Forwarder {
  private readonly addresses: ClientAddress;

  constructor(
    private readonly config: GatewayConfig,
    private readonly upstreams: Upstreams,
    private readonly clock: Clock,
    @Optional() @Inject(NEIGHBOURS) private readonly neighbours: Neighbours = {},
  ) {
    this.addresses = new ClientAddress(config.CAPTURE_TRUSTED_PROXIES);
  }

  async forward(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const neighbour = target.media ? this.neighbours[target.service] : undefined;
    if (neighbour) return this.handOver(neighbour, target, request, reply);
    const cut = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) cut.abort();
    });
    const late = target.media
      ? undefined
      : setTimeout(() => cut.abort(lateReason(request)), this.config.CAPTURE_UPSTREAM_TIMEOUT_MS);
    try {
      const answer = await this.upstreams.call(target.service, {
        method: request.method as Dispatcher.HttpMethod,
        path: target.path,
        headers: {
          ...forwardedHeaders(request.headers, hasBody(request.raw)),
          ...this.vouch(target.principal, request),
        },
        body: bodyOf(request, target.media),
        signal: cut.signal,
      });
      target.onAnswer?.(answer.headers);
      void reply.code(answer.statusCode).headers(returnedHeaders(answer.headers));
      if (request.method !== 'HEAD') return reply.send(answer.body);
      await answer.body.dump();
      return reply.send();
    } catch (error) {
      // The caller is gone: nobody to tell, nothing to report.
      if (reply.raw.destroyed) return reply.hijack();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  /**
   * Media for a service in this very process: it reads and answers on the caller's own connection, because sending the
   * bytes over loopback first would cost more than all that is done with them.
   */
  private handOver(
    neighbour: Listener,
    { path, principal }: Target,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const { raw } = request;
    const { 'transfer-encoding': encoding } = raw.headers;
    const headers = forwardedHeaders(raw.headers, hasBody(raw));
    const vouched = this.vouch(principal, request);
    raw.url = path;
    raw.headers = { ...headers, ...(encoding && { 'transfer-encoding': encoding }), ...vouched };
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    void reply.hijack();
    neighbour(raw, reply.raw);
    return reply;
  }

  /** Headers by which services know the caller, the call and its trace. */
  vouch(principal: Principal, request: FastifyRequest): Record<string, string> {
    const ip = this.addresses.of(request.raw.socket.remoteAddress ?? '', forwardedFor(request));
    const call = { principal, ip, issuedAt: Math.floor(this.clock.now().getTime() / 1000) };
    return {
      ...traceHeaders(),
      [PRINCIPAL_HEADER]: signCall(call, this.config.CAPTURE_PRINCIPAL_KEYS),
      [REQUEST_ID_HEADER]: request.id,
    };
  }
}

function forwardedFor(request: FastifyRequest): string | undefined {
  const value = request.headers['x-forwarded-for'];
  return Array.isArray(value) ? value.join(',') : value;
}

function bodyOf(request: FastifyRequest, media: boolean): Readable | null {
  if (!hasBody(request.raw)) return null;
  if (media) return bodyStream(request.raw, Number.POSITIVE_INFINITY);
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge(BODY_LIMIT_BYTES);
  return bodyStream(request.raw, BODY_LIMIT_BYTES);
}

/** A dripping body must not hold a connection for ever, nor a service that drips its answer's head. */
export function lateReason(request: FastifyRequest): AppError {
  if (!request.raw.complete) return new AppError('invalid_input', 'The body did not arrive in time.');
  return new AppError(
    'service_unavailable',
    'A part of the service did not answer in time. Try again shortly.',
    { retryAfterSec: 1 },
  );
}
