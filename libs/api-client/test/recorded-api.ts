import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the API does with one call: an answer, a cut connection, or silence. */
export type Reaction =
  | { status: number; body?: unknown; headers?: Record<string, string>; contentType?: string }
  | 'cut'
  | 'cutInBody'
  | 'silence';

export const problem = (status: number, code: string, more: Record<string, unknown> = {}): Reaction => ({
  status,
  contentType: 'application/problem+json; charset=utf-8',
  headers: { 'x-request-id': 'req_01kaf3w6q3fv5v2m6t8xkq9z7r' },
  body: {
    type: `https://capture.example/api/docs/errors/${code}`,
    title: code,
    status,
    detail: `What ${code} means here.`,
    code,
    requestId: 'req_01kaf3w6q3fv5v2m6t8xkq9z7r',
    ...more,
  },
});

/** Answers calls with reactions recorded beforehand, in order, and records the calls. */
export class RecordedApi {
  readonly seen: Seen[] = [];
  private reactions: Reaction[] = [];

  private constructor(
    private readonly server: Server,
    readonly baseUrl: string,
  ) {}

  static async start(): Promise<RecordedApi> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const api = new RecordedApi(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        api.seen.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
        react(api.reactions.shift() ?? { status: 500 }, response);
      });
    });
    return api;
  }

  /** Discards the recorded calls and sets the next reactions. */
  expect(...reactions: Reaction[]): void {
    this.reactions = reactions;
    this.seen.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function react(reaction: Reaction, response: ServerResponse): void {
  if (reaction === 'silence') return;
  if (reaction === 'cut') return void response.destroy();
  if (reaction === 'cutInBody') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"data":[', () => response.destroy());
    return;
  }
  const { status, body, headers = {}, contentType = 'application/json' } = reaction;
  response.writeHead(status, { ...headers, ...(body === undefined ? {} : { 'content-type': contentType }) });
  response.end(typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body));
}
