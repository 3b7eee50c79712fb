import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A stopping service may close its WebSockets itself for this long before they are destroyed. */
const GRACE_MS = 3_000;
/** A refused caller has this long to read the answer and close. */
const LINGER_MS = 1_000;

const pending = new WeakMap<IncomingMessage, Handshake>();

/**
 * A listener for errors whose consequences the `close` that follows takes care of. Made here and not where it is added: a
 * function keeps what its siblings use, so that one that is made beside a call keeps the call for as long as its connection.
 */
export const ignoreError = (): void => undefined;

/**
 * A WebSocket handshake (RFC 6455 §4.2) that goes through the routes. Guards, hooks and error handlers see an ordinary
 * request; its route may take the connection over instead of answering. Any answer refuses the handshake and ends the
 * connection.
 */
class Handshake {
  constructor(
    readonly socket: Socket,
    /** Bytes that followed the request; they belong to the WebSocket. */
    readonly head: Buffer,
    private readonly response: ServerResponse,
    private readonly taken: Set<Socket>,
    /** Takes back what the connection does while it is a request's. */
    private readonly release: () => void,
  ) {}

  /**
   * Hands the connection to the route, which writes the 101 and ends the connection. Logs and metrics count the answer
   * as sent. From then on the connection keeps nothing of the request. @throws when an answer was sent before.
   */
  take(reply: FastifyReply): void {
    const { socket, response, taken } = this;
    reply.hijack();
    this.release();
    response.detachSocket(socket);
    response.writeHead(101);
    if (!socket.closed) {
      taken.add(socket);
      socket.once('close', () => taken.delete(socket));
    }
    response.emit('finish');
  }
}

/** The handshake of a request; undefined for every other request, whatever its `Upgrade` header is. */
export function handshakeOf(request: FastifyRequest): Handshake | undefined {
  return pending.get(request.raw);
}

/**
 * For the HTTP server's `shouldUpgradeCallback`: true only for WebSocket handshakes on these paths. Other upgrades, such
 * as the `h2c` that some clients send by default, are ignored and the request is answered.
 */
export function isHandshake(paths: RegExp) {
  return ({ method, headers, url }: IncomingMessage): boolean =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    paths.test(url?.split('?', 1)[0] ?? '');
}

/** Routes the handshakes of an HTTP server, and destroys the WebSockets that are left when it stops. */
export class Handshakes {
  private readonly taken = new Set<Socket>();

  constructor(private readonly server: Server) {
    server.on('upgrade', (request: IncomingMessage, _socket, head: Buffer) => this.route(request, head));
  }

  /** Destroys WebSockets that are not closed in time: a closing server would wait for them. */
  async destroyAfterGrace(drained: Promise<void>): Promise<void> {
    const timer = setInterval(() => this.taken.forEach((socket) => socket.destroy()), GRACE_MS);
    await drained.finally(() => clearInterval(timer));
  }

  private route(request: IncomingMessage, head: Buffer): void {
    const { socket } = request;
    // The server no longer handles this connection's end and errors.
    socket.on('error', ignoreError);
    const response = new ServerResponse(request);
    const leave = (): void => {
      if (!response.headersSent) socket.destroy();
    };
    socket.once('end', leave);
    response.shouldKeepAlive = false;
    response.once('finish', () => {
      if (!this.taken.has(socket)) endSoon(socket);
    });
    try {
      response.assignSocket(socket);
    } catch {
      // An answer to an earlier request is still being written on this connection.
      socket.destroy();
      return;
    }
    const release = (): void => void socket.off('end', leave);
    pending.set(request, new Handshake(socket, head, response, this.taken, release));
    this.server.emit('request', request, response);
  }
}

/** Closes gracefully: destroying at once could discard the answer that was just written. */
function endSoon(socket: Socket): void {
  socket.resume().end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
