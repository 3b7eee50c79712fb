/** A stand-in for the gateway: the built page with its real headers, and the respondent routes in memory. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; " +
  "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
export const KEY = 'canary-key-Zq81';
const PART_SIZE = 5 * 1024 * 1024;

interface FakeTake {
  opened: Record<string, unknown>;
  parts: Map<number, Buffer>;
  completed: boolean;
}

/** What the next matching call is answered with instead. */
export interface Fault {
  on: RegExp;
  status: number;
  body: object;
}

export class FakeService {
  readonly #build: string;
  readonly takes: FakeTake[] = [];
  /** Paths with query, as they reached the server. */
  readonly seen: string[] = [];
  /** Every Referer header; the page's policy is to send none. */
  readonly referers: string[] = [];
  request = {
    id: 'crq_test',
    title: 'Ten years of the night library',
    prompt:
      'Tell us about one evening in the library that you still remember. Who was there, and what happened?',
    status: 'active',
    maxDurationSec: 120,
    deadlineAt: '2030-05-31T16:00:00.000Z',
    release: {
      required: true,
      text: 'I agree that the City Library may keep this recording, edit it and show it in its anniversary exhibition and on its website.\n\nI can withdraw my agreement at any time by writing to the library; it will then remove the recording from the website within thirty days.',
      version: 'v1',
    },
    limits: { maxSizeBytes: 4 * 1024 ** 3, partSizeBytes: PART_SIZE },
  };
  faults: Fault[] = [];
  /** Holds every part back until it is resolved. */
  gate: Promise<void> = Promise.resolve();
  #server: Server | undefined;

  /** @param build folder of the built page */
  constructor(build: string) {
    this.#build = build;
  }

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    this.seen.push(path);
    if (request.headers.referer) this.referers.push(request.headers.referer);
    if (!path.startsWith('/api/')) return servePage(this.#build, path, response);
    const body = await bodyOf(request);
    const fault = this.faults.find(({ on }) => on.test(`${request.method} ${path}`));
    if (fault) return send(response, fault.status, fault.body);
    if (path.startsWith('/api/v1/uploads/')) return this.#storePart(path, body, response);
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      return send(response, 401, { code: 'link_expired', requestId: 'req_401' });
    }
    return this.#respond(`${request.method} ${path}`, body, response);
  }

  /** Idempotent by the client's own id, as the product is. */
  #open(body: Record<string, unknown>): number {
    const known = this.takes.findIndex(({ opened }) => opened['clientTakeId'] === body['clientTakeId']);
    return known < 0 ? this.takes.push({ opened: body, parts: new Map(), completed: false }) - 1 : known;
  }

  #respond(call: string, body: Buffer, response: ServerResponse): void {
    if (/^GET .*\/(contacts|campaigns)\/[^/]+$/.test(call)) return send(response, 200, this.request);
    const json = body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {};
    if (/^POST .*\/(contacts|campaigns)\/[^/]+\/takes$/.test(call)) {
      return send(response, 201, { takeId: `tke_${this.#open(json)}`, partSize: PART_SIZE });
    }
    const index = Number(/takes\/tke_(\d+)/.exec(call)?.[1]);
    const take = this.takes[index];
    if (!take) return send(response, 401, { code: 'link_expired' });
    if (call.endsWith('/parts')) return send(response, 200, { data: grants(index, take, json) });
    if (call.endsWith('/complete')) {
      take.completed = true;
      return send(response, 201, { submissionId: `sub_${index}` });
    }
    const status = {
      takeId: `tke_${index}`,
      state: 'open',
      partSize: PART_SIZE,
      storedParts: [...take.parts.keys()],
    };
    return send(response, 200, status);
  }

  async #storePart(path: string, body: Buffer, response: ServerResponse): Promise<void> {
    await this.gate;
    const [, index, number, digest] = /uploads\/(\d+)\/(\d+)\/(\w+)/.exec(path) ?? [];
    if (createHash('sha256').update(body).digest('hex') !== digest) return send(response, 400, {});
    this.takes[Number(index)]?.parts.set(Number(number), body);
    return send(response, 200, {});
  }
}

function grants(index: number, take: FakeTake, json: Record<string, unknown>): object[] {
  const parts = json['parts'] as { number: number; sha256: string }[];
  return parts.map(({ number, sha256 }) =>
    take.parts.has(number)
      ? { number, stored: true }
      : { number, method: 'PUT', url: `/api/v1/uploads/${index}/${number}/${sha256}`, headers: {} },
  );
}

async function servePage(build: string, path: string, response: ServerResponse): Promise<void> {
  const name = path.startsWith('/assets/') ? path.slice(1) : 'index.html';
  const headers = {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-security-policy': CSP,
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self), microphone=(self)',
  };
  response.writeHead(200, headers).end(await readFile(join(build, name)));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
