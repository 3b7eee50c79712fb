import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const A = 1;
const TXT = 16;
const AAAA = 28;
const NO_SUCH_NAME = 3;
const NOT_IMPLEMENTED = 4;

/** A DNS server on loopback whose answers a test scripts: enough of RFC 1035 for A, AAAA and TXT questions. */
export class NameServer {
  /** Names asked for A records, in order. */
  readonly asked: string[] = [];
  /** Texts of a name's TXT records; that there is no such name; or no answer at all. */
  texts: (name: string) => readonly string[] | 'no name' | 'silence' = () => [];

  private constructor(
    private readonly socket: Socket,
    /** IPv4 addresses for the nth question about a name. */
    public answer: (name: string, index: number) => string[],
  ) {}

  static async start(answer: (name: string, index: number) => string[]): Promise<NameServer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const server = new NameServer(socket, answer);
    socket.on('message', (message, peer) => {
      const reply = server.reply(message);
      if (reply) socket.send(reply, peer.port, peer.address);
    });
    return server;
  }

  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }

  private reply(query: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let at = 12;
    for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
      labels.push(query.toString('ascii', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const type = query.readUInt16BE(at + 1);
    const name = labels.join('.').toLowerCase();
    const answers = this.answers(type, name);
    if (answers === 'silence') return undefined;
    const data = answers === 'no name' ? [] : answers;
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 | rcodeOf(type, answers), 0, 1]);
    const counts = Buffer.from([0, data.length, 0, 0, 0, 0]);
    const records = data.map((each) =>
      Buffer.concat([
        Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, each.length >> 8, each.length & 0xff]),
        each,
      ]),
    );
    return Buffer.concat([header, counts, question, ...records]);
  }

  private answers(type: number, name: string): Buffer[] | 'no name' | 'silence' {
    if (type === TXT) {
      const texts = this.texts(name);
      return typeof texts === 'string' ? texts : texts.map(piecesOf);
    }
    if (type !== A) return [];
    const addresses = this.answer(name, this.asked.filter((one) => one === name).length);
    this.asked.push(name);
    return addresses.map((address) => Buffer.from(address.split('.').map(Number)));
  }
}

function rcodeOf(type: number, answers: Buffer[] | 'no name' | 'silence'): number {
  if (answers === 'no name') return NO_SUCH_NAME;
  return type === A || type === AAAA || type === TXT ? 0 : NOT_IMPLEMENTED;
}

/** A text in pieces of 255 bytes at most, each after its length. */
function piecesOf(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? [''];
  return Buffer.concat(
    pieces.map((piece) => Buffer.from(String.fromCharCode(piece.length) + piece, 'latin1')),
  );
}
