/** A stand-in for the service's respondent routes, with faults on demand. It keeps what it was sent. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEY = 'link-key';
export const RELEASE = { required: true, text: 'You may show my answer.', version: 'v1' };

export interface FakeTake {
  takeId: string;
  opened: Record<string, unknown> & { clientTakeId: string; sizeBytes: number };
  /** Of the link that it was opened under last. */
  key: string;
  parts: Map<number, Buffer>;
  completed?: Record<string, unknown>;
  submissionId?: string;
}

/** `drop` and `hang` (no answer, ever) strike before anything happens, the other two after the effect. */
export type Fault =
  'drop' | 'hang' | 'drop-answer' | 'hang-answer' | { status: number; code?: string; retryAfterSec?: number };

export interface Served {
  type: string;
  body: string;
  /** Content-Security-Policy. */
  csp?: string;
}

interface PlannedFault {
  route: RegExp;
  fault: Fault;
  times: number;
}

interface Answer {
  status: number;
  body?: unknown;
}

export class RespondFake {
  url = '';
  partSize = 64 * 1024;
  request: Record<string, unknown> = {};
  readonly takes = new Map<string, FakeTake>();
  /** `METHOD /path` of everything that arrived, faults included. */
  readonly log: string[] = [];
  readonly #pages: Record<string, Served>;
  readonly #server: Server;
  #faults: PlannedFault[] = [];
  #grants = 0;
  #key = KEY;

  private constructor(pages: Record<string, Served>) {
    this.#pages = pages;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async start(pages: Record<string, Served>): Promise<RespondFake> {
    const fake = new RespondFake(pages);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    fake.url = `http://127.0.0.1:${(fake.#server.address() as AddressInfo).port}`;
    fake.reset();
    return fake;
  }

  /** Forgets takes, faults and log: one server serves every test of a file. */
  reset(): void {
    this.takes.clear();
    this.log.length = 0;
    this.#faults = [];
    this.#key = KEY;
    this.partSize = 64 * 1024;
    this.request = {
      id: 'crq_1',
      title: 'Two minutes',
      prompt: 'What did you build?',
      status: 'active',
      maxDurationSec: 60,
      deadlineAt: null,
      release: RELEASE,
      limits: { maxSizeBytes: 4 * 1024 ** 3, partSizeBytes: this.partSize },
    };
  }

  /** Voids the link's key, for takes under way as well; answers the new one. */
  rotate(): string {
    this.#key = `${this.#key}-rotated`;
    return this.#key;
  }

  /** Plans a fault for requests whose `METHOD /path` matches. */
  fail(route: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ route, fault, times });
  }

  endFaults(): void {
    this.#faults = [];
  }

  count(route: RegExp): number {
    return this.log.filter((line) => route.test(line)).length;
  }

  /** The only take, as the bytes of its parts in order. */
  get bytes(): Buffer {
    const [take] = this.takes.values();
    return Buffer.concat([...(take?.parts ?? [])].sort(([a], [b]) => a - b).map(([, part]) => part));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    const page = this.#pages[pathname];
    if (page) {
      response.setHeader('content-type', page.type);
      if (page.csp) response.setHeader('content-security-policy', page.csp);
      response.end(page.body);
      return;
    }
    // Pages of other origins may record against a link, without credentials.
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, content-digest',
      });
      response.end();
      return;
    }
    const route = `${request.method} ${pathname}`;
    this.log.push(route);
    const fault = this.#nextFault(route);
    if (fault === 'drop') return void request.socket.destroy();
    const body = await readBody(request);
    if (fault === 'hang') return;
    const answer = typeof fault === 'object' ? refusal(fault) : this.#answer(route, request, body);
    if (fault === 'drop-answer') return void request.socket.destroy();
    if (fault === 'hang-answer') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  }

  #nextFault(route: string): Fault | undefined {
    const planned = this.#faults.find((fault) => fault.times > 0 && fault.route.test(route));
    if (planned) planned.times--;
    return planned?.fault;
  }

  #answer(route: string, request: IncomingMessage, body: Buffer): Answer {
    const upload = /^PUT \/store\/(\w+)\/(\d+)$/.exec(route);
    if (upload) return this.#store(upload[1] ?? '', Number(upload[2]), request, body);
    if (request.headers.authorization !== `Bearer ${this.#key}`)
      return refusal({ status: 401, code: 'link_expired' });
    const json = (body.length ? JSON.parse(body.toString()) : {}) as Record<string, unknown>;
    if (/^GET \/api\/v1\/respond\/(contacts|campaigns)\/\w+$/.test(route))
      return { status: 200, body: this.request };
    if (/^POST \/api\/v1\/respond\/(contacts|campaigns)\/\w+\/takes$/.test(route)) return this.#open(json);
    const [, method, takeId = '', action = ''] =
      /^(\w+) \/api\/v1\/respond\/takes\/(\w+)\/?(\w*)$/.exec(route) ?? [];
    const take = this.takes.get(takeId);
    if (take?.key !== this.#key) return refusal({ status: 401, code: 'link_expired' });
    if (action === 'parts') return this.#grant(take, json.parts as { number: number; sha256: string }[]);
    if (action === 'complete') return this.#complete(take, json);
    if (method === 'DELETE') return { status: this.takes.delete(takeId) ? 204 : 404 };
    return { status: 200, body: this.#status(take) };
  }

  #open(body: Record<string, unknown>): Answer {
    const opened = body as FakeTake['opened'];
    const known = [...this.takes.values()].find((take) => take.opened.clientTakeId === opened.clientTakeId);
    const fresh = { takeId: `tke_${this.takes.size + 1}`, opened, parts: new Map() };
    const take = { ...(known ?? fresh), key: this.#key };
    this.takes.set(take.takeId, take);
    return { status: 201, body: { takeId: take.takeId, partSize: this.partSize } };
  }

  #status(take: FakeTake): object {
    const state = take.submissionId ? 'completed' : 'open';
    return { takeId: take.takeId, state, partSize: this.partSize, storedParts: [...take.parts.keys()] };
  }

  #grant(take: FakeTake, parts: { number: number; sha256: string }[]): Answer {
    const data = parts.map(({ number, sha256 }) =>
      take.parts.has(number)
        ? { number, stored: true }
        : {
            number,
            method: 'PUT',
            url: `/store/${take.takeId}/${number}?grant=${++this.#grants}`,
            headers: { 'content-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` },
            expiresAt: new Date(Date.now() + 60_000).toISOString(),
          },
    );
    return { status: 200, body: { data } };
  }

  #store(takeId: string, number: number, request: IncomingMessage, body: Buffer): Answer {
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    if (request.headers['content-digest'] !== digest) return refusal({ status: 400, code: 'invalid_input' });
    this.takes.get(takeId)?.parts.set(number, body);
    return { status: 200, body: {} };
  }

  #complete(take: FakeTake, body: Record<string, unknown>): Answer {
    const total = [...take.parts.values()].reduce((sum, part) => sum + part.length, 0);
    if (total !== take.opened.sizeBytes) return refusal({ status: 400, code: 'invalid_input' });
    take.completed = body;
    take.submissionId ??= `sub_${take.takeId}`;
    return { status: 201, body: { submissionId: take.submissionId } };
  }
}

function refusal({ status, ...problem }: Exclude<Fault, string>): Answer {
  return { status, body: { type: 'about:blank', title: 'Refused', status, requestId: 'req_1', ...problem } };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The browser was killed, or gave up, in the middle of a request.
  }
  return Buffer.concat(chunks);
}
