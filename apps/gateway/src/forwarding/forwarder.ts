import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Principal } from '@capture/contracts';
import { BODY_LIMIT_BYTES } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { hasBody } from './has-body.js';
import { GatewayConfig } from '../config.js';
import type { ServiceName } from '../table/services.js';
import { AnswerReaders } from './answer-readers.js';
import { ArrivingBodies } from './arriving-bodies.js';
import { CallSigner } from './call-signer.js';
import { forwardedHeaders, returnedHeaders } from './forward-headers.js';
import { IN_PROCESS_SERVICES, type InProcessServices } from '../upstreams/in-process-services.js';
import { bodyStream, tooLarge } from './request-body.js';
import { MediaPipe } from '../upstreams/media-pipe.js';
import { drop, type UpstreamAnswer } from '../upstreams/upstream-call.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { MediaReaders } from './media-readers.js';
import { whileCallerWaits } from './while-caller-waits.js';

export interface Target {
  service: ServiceName;
  /** Path and query, as the service routes it. */
  path: string;
  principal: Principal;
  /** The body is media: neither its size nor its time is limited here. */
  media: boolean;
  /** Headers of the gateway's own, which no caller can send. */
  headers?: Record<string, string>;
  /** Sees the head of the service's answer, including headers that callers do not get. */
  onAnswer?: (headers: IncomingHttpHeaders, statusCode: number) => void;
}

/** Forwards a call to the service that owns it. Both bodies are streamed; neither is held in memory. */
@Injectable()
export class Forwarder {
  constructor(
    private readonly config: GatewayConfig,
    private readonly upstreams: Upstreams,
    private readonly signer: CallSigner,
    private readonly mediaPipe: MediaPipe,
    private readonly mediaReaders: MediaReaders,
    private readonly answerReaders: AnswerReaders,
    private readonly arriving: ArrivingBodies,
    @Optional() @Inject(IN_PROCESS_SERVICES) private readonly inProcess: InProcessServices = {},
  ) {}

  async forward(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (target.media && request.method === 'GET') this.mediaReaders.add(reply.raw);
    const listener = target.media ? this.inProcess[target.service] : undefined;
    if (listener) return this.handOver(listener, target, request, reply);
    if (target.media && request.method === 'GET' && (await this.pipe(target, request, reply))) return reply;
    const timeoutMs = target.media ? undefined : this.config.CAPTURE_UPSTREAM_TIMEOUT_MS;
    const answer = await whileCallerWaits(request, reply, timeoutMs, (signal) =>
      this.call(target, request, signal),
    );
    if (!answer) return reply.hijack();
    if (!target.media) this.takePlace(answer, request, reply);
    target.onAnswer?.(answer.headers, answer.statusCode);
    void reply.code(answer.statusCode).headers(returnedHeaders(answer.headers));
    return request.method === 'HEAD' ? reply.send() : reply.send(answer.body);
  }

  /** For an answer that is not held here. @throws AppError `service_unavailable` for one to a read where everybody reads theirs */
  private takePlace(
    { body, headers }: UpstreamAnswer,
    { method }: FastifyRequest,
    { raw }: FastifyReply,
  ): void {
    const isEmpty = headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0);
    if (!(body instanceof Readable) || isEmpty || method === 'HEAD') return;
    try {
      this.answerReaders.add(raw, method !== 'GET');
    } catch (error) {
      body.destroy();
      throw error;
    }
  }

  /** False when the usual way is to be gone. */
  private async pipe(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { service, path, principal, headers } = target;
    // The answer to a condition is often one without a body.
    if (service !== 'recordings' || target.onAnswer || request.headers['if-none-match']) return false;
    const call = {
      path,
      headers: {
        ...forwardedHeaders(request.headers, false),
        ...headers,
        ...this.signer.sign(service, principal, request),
      },
      returned: (given: IncomingHttpHeaders) => ({ ...fieldsOf(reply), ...returnedHeaders(given) }),
      begun: () => void reply.hijack(),
    };
    const sent = await this.mediaPipe.send(call, reply.raw);
    if (sent && !reply.sent) void reply.hijack();
    return sent;
  }

  private async call(
    { service, path, principal, media, headers }: Target,
    request: FastifyRequest,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const takeBody = (): Readable | null => {
      const body = bodyOf(request, media);
      if (body && !media) this.arriving.add(service, request.raw, body);
      return body;
    };
    const answer = await this.upstreams.call(service, {
      method: request.method as Dispatcher.HttpMethod,
      path,
      headers: {
        ...forwardedHeaders(request.headers, hasBody(request.raw)),
        ...headers,
        ...this.signer.sign(service, principal, request),
      },
      body: takeBody(),
      renewBody: () => (request.raw.readableDidRead ? undefined : (takeBody() ?? undefined)),
      signal,
      organizationId: 'organizationId' in principal ? principal.organizationId : undefined,
      ...(media && { media: request.method === 'PUT' ? 'sent' : 'received' }),
      ...(media && hasBody(request.raw) && { headersTimeout: 0 as const }),
    });
    if (request.method === 'HEAD') drop(answer);
    return answer;
  }

  /**
   * Gives a call with media to a service in this very process, which reads and answers on the caller's own connection.
   * Sending the bytes over loopback first would cost more than everything else that is done with them.
   */
  private handOver(
    listener: RequestListener,
    { service, path, principal }: Target,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const { raw } = request;
    const { 'transfer-encoding': encoding } = raw.headers;
    const headers = forwardedHeaders(raw.headers, hasBody(raw));
    const signed = this.signer.sign(service, principal, request);
    raw.url = path;
    raw.headers = { ...headers, ...(encoding && { 'transfer-encoding': encoding }), ...signed };
    for (const [name, value] of Object.entries(fieldsOf(reply))) reply.raw.setHeader(name, value);
    void reply.hijack();
    listener(raw, reply.raw);
    return reply;
  }
}

/** Headers that the gateway itself gives the answer. */
function fieldsOf(reply: FastifyReply): Record<string, string | string[]> {
  const given = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
}

function bodyOf(request: FastifyRequest, media: boolean): Readable | null {
  if (!hasBody(request.raw)) return null;
  if (media) return bodyStream(request.raw, Number.POSITIVE_INFINITY);
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge(BODY_LIMIT_BYTES);
  return bodyStream(request.raw, BODY_LIMIT_BYTES);
}
