import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Time in which a stopping service may end its WebSockets in its own way before they are cut. */
const GRACE_MS = 3_000;
/** Time in which a refused caller may close after it has read why. */
const LINGER_MS = 1_000;

const pending = new WeakMap<IncomingMessage, Handshake>();

/**
 * A WebSocket handshake (RFC 6455 §4.2) on its way through the routes: guards, hooks and error handlers see an ordinary
 * request, whose route may take the connection over instead of answering. Any answer refuses the handshake and ends the
 * connection.
 */
class Handshake {
  constructor(
    readonly socket: Socket,
    /** What the caller sent behind its request; belongs to the WebSocket. */
    readonly head: Buffer,
    private readonly response: ServerResponse,
    private readonly taken: Set<Socket>,
  ) {}

  /**
   * From here on the connection is the route's, which writes the 101 and ends it some day. Logs and metrics count the
   * answer as sent. @throws when an answer was sent before.
   */
  take(reply: FastifyReply): void {
    const { socket, response, taken } = this;
    reply.hijack();
    response.detachSocket(socket);
    response.writeHead(101);
    if (!socket.closed) {
      taken.add(socket);
      socket.once('close', () => taken.delete(socket));
    }
    response.emit('finish');
  }
}

/** The handshake that a request is; undefined for every other request, whatever it says in `Upgrade`. */
export function handshakeOf(request: FastifyRequest): Handshake | undefined {
  return pending.get(request.raw);
}

/**
 * For the HTTP server's `shouldUpgradeCallback`: true for WebSocket handshakes on these paths alone. Whatever else asks
 * for an upgrade, such as the `h2c` that some clients send by default, is answered as if it had not.
 */
export function isHandshake(paths: RegExp) {
  return ({ method, headers, url }: IncomingMessage): boolean =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    paths.test(url?.split('?', 1)[0] ?? '');
}

/** Leads the handshakes of an HTTP server into its routes, and ends what became of them when it stops. */
export class Handshakes {
  private readonly taken = new Set<Socket>();

  constructor(private readonly server: Server) {
    server.on('upgrade', (request: IncomingMessage, _socket, head: Buffer) => this.route(request, head));
  }

  /** A closing server waits for its WebSockets as well: cuts those that nobody has ended in time. */
  async cut(drained: Promise<void>): Promise<void> {
    const timer = setInterval(() => this.taken.forEach((socket) => socket.destroy()), GRACE_MS);
    await drained.finally(() => clearInterval(timer));
  }

  private route(request: IncomingMessage, head: Buffer): void {
    const { socket } = request;
    // The server has let go of the connection: nobody hears of its end and its errors.
    socket.on('error', () => undefined);
    socket.once('end', () => {
      if (!response.headersSent) socket.destroy();
    });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.once('finish', () => {
      if (!this.taken.has(socket)) endSoon(socket);
    });
    try {
      response.assignSocket(socket);
    } catch {
      // An answer to an earlier request is still being written on it.
      socket.destroy();
      return;
    }
    pending.set(request, new Handshake(socket, head, response, this.taken));
    this.server.emit('request', request, response);
  }
}

/** Destroying it at once could take the answer back that was just written. */
function endSoon(socket: Socket): void {
  socket.resume().end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
