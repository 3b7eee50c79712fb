import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const A = 1;
const AAAA = 28;

/** A DNS server on loopback whose answers a test scripts: enough of RFC 1035 for A and AAAA questions. */
export class NameServer {
  /** Names asked for A records, in order. */
  readonly asked: string[] = [];

  private constructor(
    private readonly socket: Socket,
    /** IPv4 addresses for the nth question about a name. */
    public answer: (name: string, index: number) => string[],
  ) {}

  static async start(answer: (name: string, index: number) => string[]): Promise<NameServer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const server = new NameServer(socket, answer);
    socket.on('message', (message, peer) => socket.send(server.reply(message), peer.port, peer.address));
    return server;
  }

  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }

  private reply(query: Buffer): Buffer {
    const labels: string[] = [];
    let at = 12;
    for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
      labels.push(query.toString('ascii', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const type = query.readUInt16BE(at + 1);
    const name = labels.join('.').toLowerCase();
    const addresses = type === A ? this.answer(name, this.asked.filter((one) => one === name).length) : [];
    if (type === A) this.asked.push(name);
    const header = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      type === A || type === AAAA ? 0x80 : 0x84,
      0,
      1,
      0,
      addresses.length,
      0,
      0,
      0,
      0,
    ]);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([header, question, ...records]);
  }
}
