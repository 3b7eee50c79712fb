import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, PROBLEM_CONTENT_TYPE } from '@capture/contracts';
import { Pool, type Dispatcher } from 'undici';
import { GatewayConfig, upstreamsOf } from './config.js';
import { SERVICES, type ServiceName } from './routes.js';
import { shakeHands, type HandshakeAnswer, type HandshakeCall } from './upstream-handshake.js';

export type UpstreamAnswer = Dispatcher.ResponseData;

export interface UpstreamCall {
  method: Dispatcher.HttpMethod;
  /** Path and query, as the service routes it. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Readable | null;
  signal: AbortSignal;
}

/** What a keep-alive connection says when the other side had closed it already. */
const STALE = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const MAX_CONNECTIONS = 256;
const CONNECT_TIMEOUT_MS = 2_000;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

/** Connections to the services, kept alive; one pool a service. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly logger = new Logger(Upstreams.name);
  private readonly origins: Record<ServiceName, string>;
  private readonly pools: Record<ServiceName, Pool>;

  constructor(@Inject(GatewayConfig) config: GatewayConfig) {
    const origins = upstreamsOf(config);
    this.origins = origins;
    const open = (service: ServiceName): [ServiceName, Pool] => [
      service,
      new Pool(origins[service], {
        connections: MAX_CONNECTIONS,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        headersTimeout: config.CAPTURE_UPSTREAM_TIMEOUT_MS,
      }),
    ];
    this.pools = Object.fromEntries(SERVICES.map(open)) as Record<ServiceName, Pool>;
  }

  /**
   * Sends a call and resolves with the head of the answer, its body still streaming. A call without effect is
   * repeated once where the connection was stale or the service is on its way down.
   * @throws AppError `service_unavailable` when there is no answer, `internal` when it is not one of ours.
   */
  async call(service: ServiceName, call: UpstreamCall): Promise<UpstreamAnswer> {
    const repeatable = call.method === 'GET' || call.method === 'HEAD';
    try {
      return await ours(await this.pools[service].request(call));
    } catch (error) {
      const worthIt = error instanceof GoingDown || STALE.has(codeOf(error));
      if (!repeatable || !worthIt || call.signal.aborted) throw this.explain(service, call, error);
    }
    try {
      return await ours(await this.pools[service].request(call));
    } catch (error) {
      throw this.explain(service, call, error);
    }
  }

  /** Asks a service for a WebSocket, on a connection of its own. @throws as `call`. */
  async shakeHands(service: ServiceName, call: HandshakeCall): Promise<HandshakeAnswer> {
    try {
      const answer = await shakeHands(this.origins[service], call);
      const failure = failureOf(answer.message.statusCode ?? 500, answer.message.headers);
      if (!failure) return answer;
      answer.message.resume();
      throw failure;
    } catch (error) {
      throw this.explain(service, call, error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.close()));
  }

  private explain(
    service: ServiceName,
    { signal, body }: Pick<UpstreamCall, 'signal'> & Partial<Pick<UpstreamCall, 'body'>>,
    error: unknown,
  ): unknown {
    if (error instanceof AppError || signal.aborted) return error;
    this.logger.warn({ err: error, service }, 'the service did not answer');
    // Services act on whole bodies: of one that was still on its way nothing can have come.
    const halfSent = body != null && !body.readableEnded;
    const withoutEffect = halfSent || error instanceof GoingDown || NOT_SENT.has(codeOf(error));
    const detail = withoutEffect
      ? 'A part of the service cannot be reached; the request had no effect. Try again shortly.'
      : 'A part of the service did not answer, so whether the request took effect is not known. Repeat it with the same Idempotency-Key.';
    return new AppError('service_unavailable', detail, { retryAfterSec: 1 }, { cause: error });
  }
}

/** The HTTP server of a service that is shutting down refuses new requests itself, before any handler runs. */
class GoingDown extends Error {}

/** A failure that is no problem document comes from a server's own depths: callers get one of ours instead. */
function failureOf(status: number, headers: IncomingHttpHeaders): Error | undefined {
  const problem = String(headers['content-type'] ?? '').startsWith(PROBLEM_CONTENT_TYPE);
  if (status < 500 || problem) return undefined;
  if (status === 503) return new GoingDown('the service is shutting down');
  return new AppError('internal', 'Something went wrong on our side. Quote the request id to support.');
}

async function ours(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  const failure = failureOf(answer.statusCode, answer.headers);
  if (!failure) return answer;
  await answer.body.dump();
  throw failure;
}
