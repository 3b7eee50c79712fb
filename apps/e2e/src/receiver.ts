import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@capture/testing';
import { Webhook } from 'standardwebhooks';

export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
  event: {
    id: string;
    type: string;
    sequence: number;
    organizationId: string;
    data: Record<string, unknown>;
  };
}

/** An integrator's webhook endpoint: keeps what it is sent, verifies with the reference library. */
export class Receiver {
  readonly deliveries: Delivery[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver = new Receiver(server, `http://127.0.0.1:${port}/hook`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        receiver.deliveries.push({
          headers: request.headers,
          body,
          event: JSON.parse(body) as Delivery['event'],
        });
        response.writeHead(204).end();
      });
    });
    return receiver;
  }

  /** Waits for an event of that type whose data has every member of `data`. */
  event(type: string, data: Record<string, unknown> = {}): Promise<Delivery> {
    const fits = ({ event }: Delivery): boolean =>
      event.type === type && Object.entries(data).every(([key, value]) => event.data[key] === value);
    return until(`webhook ${type} ${JSON.stringify(data)}`, () => this.deliveries.find(fits), 60_000);
  }

  /** Distinct event ids of a type, for counting effects. */
  ids(type: string, data: Record<string, unknown> = {}): Set<string> {
    const fits = ({ event }: Delivery): boolean =>
      event.type === type && Object.entries(data).every(([key, value]) => event.data[key] === value);
    return new Set(this.deliveries.filter(fits).map(({ event }) => event.id));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** @throws when the delivery was not signed with `secret` per Standard Webhooks. */
export function verifySignature(delivery: Delivery, secret: string): void {
  new Webhook(secret).verify(delivery.body, {
    'webhook-id': String(delivery.headers['webhook-id']),
    'webhook-timestamp': String(delivery.headers['webhook-timestamp']),
    'webhook-signature': String(delivery.headers['webhook-signature']),
  });
}
