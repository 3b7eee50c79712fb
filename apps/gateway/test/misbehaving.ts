import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** Listens on a free loopback port and says where. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Keeps a connection open after its first answer, then drops it as soon as a second request comes over it. */
export class StaleServer {
  dropped = 0;
  private readonly server = createServer((request, response) => {
    const socket: Socket & { served?: boolean } = request.socket;
    if (socket.served) {
      this.dropped += 1;
      socket.destroy();
      return;
    }
    socket.served = true;
    response.setHeader('content-type', 'application/json').end('{}');
  });

  listen(): Promise<string> {
    return listen(this.server);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export const DRIPPED_BYTES = 100;

/** A POST that promises more than it sends. */
export function drip(url: string, apiKey: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    const head = [
      'POST /api/v1/capture-requests HTTP/1.1',
      'host: x',
      `authorization: Bearer ${apiKey}`,
      'content-type: application/json',
    ];
    socket.write(`${[...head, `content-length: ${DRIPPED_BYTES}`].join('\r\n')}\r\n\r\n{"a":`);
  });
}
