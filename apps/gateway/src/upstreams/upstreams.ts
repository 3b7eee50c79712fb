import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, PROBLEM_CONTENT_TYPE } from '@capture/contracts';
import { Pool } from 'undici';
import { GatewayConfig } from '../config.js';
import { SERVICES, type ServiceName } from '../table/services.js';
import { callInProcess } from './in-process-call.js';
import { IN_PROCESS_SERVICES, type InProcessServices } from './in-process-services.js';
import { MAX_MEDIA_ANSWERS } from './media-limits.js';
import { Turns } from './turns.js';
import { drop, type UpstreamAnswer, type UpstreamCall } from './upstream-call.js';
import { exchange } from './upstream-exchange.js';
import { shakeHands, type HandshakeAnswer, type HandshakeCall } from './upstream-handshake.js';

/** Errors of a keep-alive connection that the service had already closed. */
const STALE = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** Errors after which nothing of the request can have reached the service. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** To one service, but for media. */
export const MAX_CONNECTIONS = 256;
const CONNECT_TIMEOUT_MS = 2_000;
/** A call that had no effect is sent again this often: a process that stops is replaced by another one. */
const RETRIES = 3;
const RETRY_MS = 100;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

/** Base URL of each service. */
function originsOf(config: GatewayConfig): Record<ServiceName, string> {
  return {
    accounts: config.CAPTURE_UPSTREAM_ACCOUNTS,
    'capture-requests': config.CAPTURE_UPSTREAM_CAPTURE_REQUESTS,
    sessions: config.CAPTURE_UPSTREAM_SESSIONS,
    recordings: config.CAPTURE_UPSTREAM_RECORDINGS,
    webhooks: config.CAPTURE_UPSTREAM_WEBHOOKS,
  };
}

/** Keep-alive connections to the services, one pool for each, and two more for each way of media. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly logger = new Logger(Upstreams.name);
  private readonly origins: Record<ServiceName, string>;
  private readonly pools: Record<ServiceName, Pool>;
  private readonly mediaPools: Record<'sent' | 'received', Pool>;
  /** A tenant whose calls take long, as those that wait for name servers do, leaves half of the connections to the others. */
  private readonly turns = new Turns(MAX_CONNECTIONS / 2);

  constructor(
    @Inject(GatewayConfig) config: GatewayConfig,
    @Optional() @Inject(IN_PROCESS_SERVICES) private readonly inProcess: InProcessServices = {},
  ) {
    const origins = originsOf(config);
    this.origins = origins;
    const poolOf = (service: ServiceName, connections = MAX_CONNECTIONS): Pool =>
      new Pool(origins[service], {
        connections,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        // A connection leads to one process for good: it is renewed, so that new processes get their share.
        clientTtl: config.CAPTURE_UPSTREAM_CONNECTION_MS,
        headersTimeout: config.CAPTURE_UPSTREAM_TIMEOUT_MS,
      });
    const pools = SERVICES.map((service) => [service, poolOf(service)]);
    this.pools = Object.fromEntries(pools) as Record<ServiceName, Pool>;
    this.mediaPools = { sent: poolOf('recordings'), received: poolOf('recordings', MAX_MEDIA_ANSWERS) };
  }

  /**
   * Sends a call and resolves with the head of the answer, its body still streaming unless it is small. It is sent again
   * when the service was not reached or is shutting down, and none of its body was read; GET and HEAD also when the
   * connection was stale.
   * @throws AppError `service_unavailable` when there is no answer, `internal` when the answer is a failure that is no
   * problem document.
   */
  async call(service: ServiceName, call: UpstreamCall): Promise<UpstreamAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return checked(await this.send(service, call));
      } catch (error) {
        const next = attempt < RETRIES && !call.signal.aborted ? repeated(call, error) : undefined;
        if (!next) throw this.translate(service, call, error);
        call = next;
        await pause(RETRY_MS * 2 ** attempt, call.signal);
      }
    }
  }

  /** Sends a WebSocket handshake to a service, on a new connection. @throws as `call`. */
  async shakeHands(service: ServiceName, call: HandshakeCall): Promise<HandshakeAnswer> {
    try {
      const answer = await shakeHands(this.origins[service], call);
      const failure = failureOf(answer.message.statusCode ?? 500, answer.message.headers);
      if (!failure) return answer;
      answer.message.resume();
      throw failure;
    } catch (error) {
      throw this.translate(service, call, error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const pools = [...Object.values(this.pools), ...Object.values(this.mediaPools)];
    await Promise.all(pools.map((pool) => pool.close()));
  }

  private send(service: ServiceName, call: UpstreamCall): Promise<UpstreamAnswer> {
    const listener = this.inProcess[service];
    if (listener) return callInProcess(listener, call);
    if (call.media) return exchange(this.mediaPools[call.media], call);
    const send = (): Promise<UpstreamAnswer> => exchange(this.pools[service], call);
    if (call.organizationId === undefined) return send();
    return this.turns.take(`${service} ${call.organizationId}`, call.signal, send);
  }

  private translate(
    service: ServiceName,
    { signal, body }: Pick<UpstreamCall, 'signal'> & Partial<Pick<UpstreamCall, 'body'>>,
    error: unknown,
  ): unknown {
    if (error instanceof AppError || signal.aborted) return error;
    this.logger.warn({ err: error, service }, 'the service did not answer');
    // Services act on complete bodies only, so a body that was still being sent had no effect.
    const halfSent = body != null && !body.readableEnded;
    const withoutEffect = halfSent || error instanceof ShuttingDown || NOT_SENT.has(codeOf(error));
    const detail = withoutEffect
      ? 'A part of the service cannot be reached; the request had no effect. Try again shortly.'
      : 'A part of the service did not answer, so whether the request took effect is not known. Repeat it with the same Idempotency-Key.';
    return new AppError('service_unavailable', detail, { retryAfterSec: 1 }, { cause: error });
  }
}

/** The call for another attempt; undefined when the failed one may have had an effect, or took some of the body. */
function repeated(call: UpstreamCall, error: unknown): UpstreamCall | undefined {
  const reading = call.method === 'GET' || call.method === 'HEAD';
  if (reading && STALE.has(codeOf(error))) return call;
  if (!(error instanceof ShuttingDown) && !NOT_SENT.has(codeOf(error))) return undefined;
  if (call.body === null) return call;
  const body = call.renewBody?.();
  return body && { ...call, body };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

/** A service that is shutting down answers 503 from its HTTP server, before any handler runs. */
class ShuttingDown extends Error {}

/** A failure that is no problem document was not written by our code: callers get a problem document instead. */
function failureOf(status: number, headers: IncomingHttpHeaders): Error | undefined {
  const problem = String(headers['content-type'] ?? '').startsWith(PROBLEM_CONTENT_TYPE);
  if (status < 500 || problem) return undefined;
  if (status === 503) return new ShuttingDown('the service is shutting down');
  return new AppError('internal', 'Something went wrong on our side. Quote the request id to support.');
}

function checked(answer: UpstreamAnswer): UpstreamAnswer {
  const failure = failureOf(answer.statusCode, answer.headers);
  if (!failure) return answer;
  drop(answer);
  throw failure;
}
