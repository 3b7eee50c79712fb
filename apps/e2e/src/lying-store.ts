import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Calls that S3 begins to answer with 200 before it knows how they end. */
export type SlowCall = 'CopyObject' | 'UploadPartCopy' | 'CompleteMultipartUpload';

export interface Lie {
  call: SlowCall;
  /** How many such calls get it. */
  times: number;
  /** The store has done its work all the same; only the answer says otherwise. */
  done: boolean;
  /** What follows the error in the body. */
  tail: string;
}

const ERROR =
  '<?xml version="1.0" encoding="UTF-8"?>\n  \n<Error><Code>InternalError</Code><Message>We encountered an internal error. Please try again.</Message></Error>';

function callOf({ method, url, headers }: IncomingMessage): SlowCall | undefined {
  const ofUpload = /[?&]uploadId=/.test(url ?? '');
  if (method === 'POST' && ofUpload) return 'CompleteMultipartUpload';
  if (method !== 'PUT' || headers['x-amz-copy-source'] === undefined) return undefined;
  return ofUpload ? 'UploadPartCopy' : 'CopyObject';
}

/**
 * Stands before a real S3 server and passes everything on as it came, `Host` included, which signatures cover; but for a
 * while it can answer one kind of call with 200 and an error in the body, as S3 may (scenario 41).
 */
export class LyingStore {
  /** How many calls were lied to since the last lie was told. */
  told = 0;
  private lie: Lie | undefined;

  private constructor(
    private readonly server: Server,
    private readonly behind: URL,
  ) {
    server.on('request', (request, response) => {
      // A store that is away, or a caller that hung up: both see the connection end.
      this.serve(request, response).catch(() => request.socket.destroy());
    });
  }

  static async before(endpoint: string): Promise<LyingStore> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LyingStore(server, new URL(endpoint));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  tell(call: SlowCall, { times = Infinity, done = false, tail = '' }: Partial<Lie> = {}): void {
    this.lie = { call, times, done, tail };
    this.told = 0;
  }

  truthfulAgain(): void {
    this.lie = undefined;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const lie = this.lieFor(request);
    if (!lie) return this.pass(request, response);
    if (lie.done) await text(await this.ask(request));
    else await text(request);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(`${ERROR}${lie.tail}`);
  }

  private lieFor(request: IncomingMessage): Lie | undefined {
    const { lie } = this;
    if (lie === undefined || callOf(request) !== lie.call || this.told >= lie.times) return undefined;
    this.told += 1;
    return lie;
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.ask(request);
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.once('error', () => response.destroy()).pipe(response);
  }

  private ask(request: IncomingMessage): Promise<IncomingMessage> {
    const { hostname, port } = this.behind;
    const { method, url, rawHeaders: headers } = request;
    return new Promise((resolve, reject) => {
      const asked = forward({ hostname, port, method, path: url, headers }, resolve);
      request.pipe(asked.once('error', reject));
    });
  }
}
