import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * One address with processes behind it, as a Kubernetes Service's: each connection leads to the next of them for good, and
 * past those that do not listen.
 */
export class SharedAddress {
  private readonly open = new Set<Socket>();
  private readonly reached = new Set<number>();
  private next = 0;

  private constructor(
    private readonly server: Server,
    /** Ports of loopback; may grow. */
    readonly ports: number[],
  ) {
    server.on('connection', (client) => {
      this.open.add(client);
      client.on('error', () => client.destroy());
      client.once('close', () => this.open.delete(client));
      this.join(client, this.ports.length);
    });
  }

  static async listen(...ports: number[]): Promise<SharedAddress> {
    const server = createServer({ noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SharedAddress(server, ports);
  }

  /** How many of the processes have taken a connection. */
  get used(): number {
    return this.reached.size;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, attempts: number): void {
    const port = this.ports[this.next % this.ports.length] ?? 0;
    this.next += 1;
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    let isConnected = false;
    const leave = (): void => void upstream.destroy();
    this.open.add(upstream);
    client.once('close', leave);
    upstream.once('connect', () => {
      isConnected = true;
      this.reached.add(port);
      client.pipe(upstream).pipe(client);
    });
    // Its close follows, and says what to do.
    upstream.on('error', () => undefined);
    upstream.once('close', () => {
      this.open.delete(upstream);
      client.off('close', leave);
      if (isConnected || attempts <= 1 || client.destroyed) client.destroy();
      else this.join(client, attempts - 1);
    });
  }
}
