import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Calls that S3 starts answering with 200 before it knows the outcome. */
export type SlowCall = 'CopyObject' | 'UploadPartCopy' | 'CompleteMultipartUpload';

export interface S3Fault {
  call: SlowCall;
  /** How many calls fail. */
  times: number;
  /** The store carries the call out; only the answer reports an error. */
  done: boolean;
  /** Text after the error in the body. */
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
 * A proxy before a real S3 server. Forwards everything unchanged, including `Host`, which signatures cover. On demand it
 * answers one kind of call with 200 and an error in the body, as S3 may (scenario 41).
 */
export class S3FaultProxy {
  /** Calls that failed since the last `fail()`. */
  failed = 0;
  private fault: S3Fault | undefined;

  private constructor(
    private readonly server: Server,
    private readonly upstream: URL,
  ) {
    server.on('request', (request, response) => {
      // The store is down or the caller hung up: close the connection.
      this.serve(request, response).catch(() => request.socket.destroy());
    });
  }

  static async start(endpoint: string): Promise<S3FaultProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new S3FaultProxy(server, new URL(endpoint));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Makes calls of one kind fail. */
  fail(call: SlowCall, { times = Infinity, done = false, tail = '' }: Partial<S3Fault> = {}): void {
    this.fault = { call, times, done, tail };
    this.failed = 0;
  }

  endFaults(): void {
    this.fault = undefined;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faultFor(request);
    if (!fault) return this.forward(request, response);
    if (fault.done) await text(await this.send(request));
    else await text(request);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(`${ERROR}${fault.tail}`);
  }

  private faultFor(request: IncomingMessage): S3Fault | undefined {
    const { fault } = this;
    if (fault === undefined || callOf(request) !== fault.call || this.failed >= fault.times) return undefined;
    this.failed += 1;
    return fault;
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.send(request);
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.once('error', () => response.destroy()).pipe(response);
  }

  private send(request: IncomingMessage): Promise<IncomingMessage> {
    const { hostname, port } = this.upstream;
    const { method, url, rawHeaders: headers } = request;
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, method, path: url, headers }, resolve);
      request.pipe(sent.once('error', reject));
    });
  }
}
