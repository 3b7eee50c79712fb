import type { Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { handshakeOf, Metrics } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from './config.js';
import { forwardedHeaders, returnedHeaders } from './forward-headers.js';
import { Forwarder, lateReason, type Target } from './forwarder.js';
import { SocketPair } from './socket-pair.js';
import { spokenProtocols } from './socket-protocols.js';
import type { HandshakeAnswer } from './upstream-handshake.js';
import { Upstreams } from './upstreams.js';

const OPEN = {
  name: 'capture_gateway_sockets',
  help: 'WebSockets that are open between callers and services',
};

/** Passes WebSockets on: the handshake as any call, and what follows it as bytes that nobody here reads. */
@Injectable()
export class Sockets implements BeforeApplicationShutdown {
  private readonly open = new Set<SocketPair>();
  private stopping = false;

  constructor(
    private readonly config: GatewayConfig,
    private readonly forwarder: Forwarder,
    private readonly upstreams: Upstreams,
    metrics: Metrics,
  ) {
    metrics.gauges({ open: OPEN }, () => Promise.resolve({ open: this.open.size }));
  }

  /** The service joins or refuses; a call that asks for no WebSocket is forwarded like any other. */
  async forward(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const handshake = handshakeOf(request);
    if (!handshake) return this.forwarder.forward(target, request, reply);
    const answer = await this.ask(target, request, reply);
    if (!answer) return reply.hijack();
    const { message, head } = answer;
    const headers = returnedHeaders(message.headers);
    if (!head) {
      void reply.code(message.statusCode ?? 500).headers(headers);
      return reply.send(message);
    }
    const given = switchingProtocols({ ...reply.getHeaders(), ...headers });
    handshake.take(reply);
    this.join(handshake.socket, message.socket, Buffer.concat([given, head]), handshake.head);
    return reply;
  }

  /** Nobody waits for WebSockets to end by themselves. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    for (const pair of this.open) pair.stop();
  }

  /** The service's answer; undefined when the caller did not wait for it. */
  private async ask(
    { service, path, principal }: Target,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<HandshakeAnswer | undefined> {
    const cut = new AbortController();
    reply.raw.once('close', () => cut.abort());
    const late = setTimeout(() => cut.abort(lateReason(request)), this.config.CAPTURE_UPSTREAM_TIMEOUT_MS);
    try {
      if (this.stopping) throw goingDown();
      const headers = {
        ...forwardedHeaders(request.headers, false),
        ...spokenProtocols(request.headers),
        ...this.forwarder.vouch(principal, request),
      };
      const answer = await this.upstreams.shakeHands(service, { path, headers, signal: cut.signal });
      if (!reply.raw.destroyed) return answer;
      answer.message.destroy();
      return undefined;
    } catch (error) {
      if (reply.raw.destroyed) return undefined;
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  private join(caller: Socket, service: Socket, toCaller: Buffer, toService: Buffer): void {
    caller.write(toCaller);
    service.write(toService);
    const pair = new SocketPair(caller, service, () => this.open.delete(pair));
    this.open.add(pair);
    if (this.stopping) pair.stop();
  }
}

function goingDown(): AppError {
  return new AppError('service_unavailable', 'Try again shortly.', { retryAfterSec: 1 });
}

/** The head of the answer after which the connection is a WebSocket. */
function switchingProtocols(headers: Record<string, number | string | string[] | undefined>): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  );
  const head = ['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket', ...lines];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
}
