import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TlsOptions } from 'node:tls';
import { until } from '@capture/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
  event: {
    id: string;
    type: string;
    timestamp: string;
    apiVersion: string;
    sequence: number | null;
    organizationId: string;
    data: Record<string, unknown>;
  };
}

/** How a receiver answers a request; `index` counts requests from 0. */
export type Respond = (response: ServerResponse, delivery: Delivery, index: number) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Respond =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Accepts the request and never answers. */
export const hang: Respond = () => undefined;

/** An integrator's webhook endpoint. Keeps the deliveries and answers as the test wants. */
export class Receiver {
  readonly deliveries: Delivery[] = [];
  /** TCP connections accepted so far. */
  connections = 0;

  private constructor(
    private readonly server: Server,
    public respond: Respond,
  ) {}

  /** @param tls key and certificate, for an https receiver */
  static async start(
    respond: Respond = answer(204),
    { host = '127.0.0.1', port = 0, tls }: { host?: string; port?: number; tls?: TlsOptions } = {},
  ): Promise<Receiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    const receiver = new Receiver(server, respond);
    server.on('connection', () => (receiver.connections += 1));
    server.on('request', (request, response) => void receiver.take(request, response));
    server.listen(port, host);
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** The `webhook-id` of every request, in order. */
  get webhookIds(): string[] {
    return this.deliveries.map(({ headers }) => String(headers['webhook-id']));
  }

  /** Waits for an event of that type whose data has every member of `data`. */
  event(type: string, data: Record<string, unknown> = {}): Promise<Delivery> {
    return until(`webhook ${type} ${JSON.stringify(data)}`, () => this.find(type, data)[0], 60_000);
  }

  /** Distinct event ids of a type, for counting effects. */
  ids(type: string, data: Record<string, unknown> = {}): Set<string> {
    return new Set(this.find(type, data).map(({ event }) => event.id));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private find(type: string, data: Record<string, unknown>): Delivery[] {
    const fits = ({ event }: Delivery): boolean =>
      event.type === type && Object.entries(data).every(([key, value]) => event.data[key] === value);
    return this.deliveries.filter(fits);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const body = await text(request).catch(() => undefined);
    // The sender was killed during the request: nothing was delivered.
    if (body === undefined) return;
    const delivery = { headers: request.headers, body, event: JSON.parse(body) as Delivery['event'] };
    this.deliveries.push(delivery);
    this.respond(response, delivery, this.deliveries.length - 1);
  }
}

export function signedHeaders({ headers }: Delivery): Record<string, string> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

/** @throws when one of the official libraries does not find the delivery signed with `secret`. */
export function verifySignature(delivery: Delivery, secret: string): void {
  new StandardWebhook(secret).verify(delivery.body, signedHeaders(delivery));
  new SvixWebhook(secret).verify(delivery.body, signedHeaders(delivery));
}
