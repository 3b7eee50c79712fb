import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
  at: number;
}

export type Respond = (request: Received, response: ServerResponse, index: number) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Respond =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A customer's server on loopback that keeps everything it is sent. */
export class Receiver {
  readonly requests: Received[] = [];
  /** TCP connections that ever reached it. */
  connections = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    public respond: Respond,
  ) {}

  static async start(respond: Respond = answer(200), host = '127.0.0.1'): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const receiver = new Receiver(server, (server.address() as AddressInfo).port, respond);
    server.on('connection', () => (receiver.connections += 1));
    server.on('request', (request, response) => void receiver.take(request, response));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get ids(): string[] {
    return this.requests.map(({ headers }) => String(headers['webhook-id']));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const body = await textOf(request).catch(() => '');
    const received = { headers: request.headers, body, path: request.url ?? '', at: performance.now() };
    this.requests.push(received);
    this.respond(received, response, this.requests.length - 1);
  }
}

/** True when one of the request's signatures is the one that the official library makes with `secret`, at any time. */
export function verifies(secret: string, { headers, body }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
