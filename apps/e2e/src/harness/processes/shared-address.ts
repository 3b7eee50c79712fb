import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** One address with processes behind it: each connection leads to the next of them for good, as a Kubernetes Service's. */
export class SharedAddress {
  private readonly open = new Set<Socket>();
  private accepted = 0;

  private constructor(
    private readonly server: Server,
    /** Ports of loopback; may grow. */
    readonly ports: number[],
  ) {
    server.on('connection', (client) => this.join(client));
  }

  static async listen(...ports: number[]): Promise<SharedAddress> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SharedAddress(server, ports);
  }

  /** How many of the processes have been led to. */
  get used(): number {
    return Math.min(this.accepted, this.ports.length);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    const upstream = connect(this.ports[this.accepted % this.ports.length] ?? 0, '127.0.0.1');
    this.accepted += 1;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        this.open.delete(from);
        to.destroy();
      });
    }
  }
}
