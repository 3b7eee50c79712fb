import type { Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AppError, REFUSED_HEADER } from '@capture/contracts';
import { handshakeOf, Metrics } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { forwardedProtocols } from '../credentials/socket-protocols.js';
import { CallSigner } from '../forwarding/call-signer.js';
import { forwardedHeaders, returnedHeaders } from '../forwarding/forward-headers.js';
import { Forwarder, type Target } from '../forwarding/forwarder.js';
import type { HandshakeAnswer } from '../upstreams/upstream-handshake.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { whileCallerWaits } from '../forwarding/while-caller-waits.js';
import { SocketPair } from './socket-pair.js';

const OPEN = {
  name: 'capture_gateway_sockets',
  help: 'WebSockets that are open between callers and services',
};

/** Forwards WebSockets: the handshake like any call, then the bytes in both directions, of which no payload is read. */
@Injectable()
export class Sockets implements BeforeApplicationShutdown {
  private readonly open = new Set<SocketPair>();
  private stopping = false;

  constructor(
    private readonly config: GatewayConfig,
    private readonly forwarder: Forwarder,
    private readonly upstreams: Upstreams,
    private readonly signer: CallSigner,
    metrics: Metrics,
  ) {
    metrics.gauges({ open: OPEN }, () => Promise.resolve({ open: this.open.size }));
  }

  /** The service accepts or refuses the handshake. A call that is no handshake is forwarded like any other. */
  async forward(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const handshake = handshakeOf(request);
    if (!handshake) return this.forwarder.forward(target, request, reply);
    const { CAPTURE_UPSTREAM_TIMEOUT_MS: timeoutMs } = this.config;
    const answer = await whileCallerWaits(request, reply, timeoutMs, (signal) =>
      this.shakeHands(target, request, signal),
    );
    if (!answer) return reply.hijack();
    const { message, head } = answer;
    // A socket that is opened only to tell of a refusal proves no token right.
    if (head) await request.trial?.(Number(message.headers[REFUSED_HEADER] ?? 101));
    if (reply.raw.destroyed) {
      message.destroy();
      return reply.hijack();
    }
    // The judgement of a token takes time, in which the service may have gone as well.
    if (head && message.socket.destroyed) throw tryAgain();
    const headers = returnedHeaders(message.headers);
    if (!head) {
      void reply.code(message.statusCode ?? 500).headers(headers);
      return reply.send(message);
    }
    const given = switchingProtocols({ ...reply.getHeaders(), ...headers });
    handshake.take(reply);
    handshake.socket.write(given);
    message.socket.write(handshake.head);
    this.join(handshake.socket, message.socket, head);
    return reply;
  }

  /** Open WebSockets are closed with 1012: they would not end by themselves. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    for (const pair of this.open) pair.stop();
  }

  private shakeHands(
    { service, path, principal }: Target,
    request: FastifyRequest,
    signal: AbortSignal,
  ): Promise<HandshakeAnswer> {
    if (this.stopping) throw tryAgain();
    const headers = {
      ...forwardedHeaders(request.headers, false),
      ...forwardedProtocols(request.headers),
      ...this.signer.sign(service, principal, request),
    };
    return this.upstreams.shakeHands(service, { path, headers, signal });
  }

  private join(caller: Socket, service: Socket, head: Buffer): void {
    const pair = new SocketPair(caller, service, head, () => this.open.delete(pair));
    this.open.add(pair);
    if (this.stopping) pair.stop();
  }
}

function tryAgain(): AppError {
  return new AppError('service_unavailable', 'Try again shortly.', { retryAfterSec: 1 });
}

/** The response head that turns the caller's connection into a WebSocket. */
function switchingProtocols(headers: Record<string, number | string | string[] | undefined>): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  );
  const head = ['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket', ...lines];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
}
