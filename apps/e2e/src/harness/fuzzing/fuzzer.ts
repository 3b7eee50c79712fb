import { Pool } from 'undici';
import { Contract } from '../openapi/contract.js';
import type { OpenApi, Operation } from '../openapi/openapi.js';
import type { IdChoice, Plan } from './request-arbitrary.js';
import type { Tenant } from './tenant.js';

const PREFIXES: Record<string, string> = {
  'capture-requests': 'crq',
  contacts: 'cnt',
  submissions: 'sub',
  sessions: 'ses',
  recordings: 'rec',
  tracks: 'trk',
  'webhook-endpoints': 'whe',
  deliveries: 'dlv',
  events: 'evt',
  campaigns: 'cmp',
  takes: 'tke',
  rooms: 'ses',
};

/** Prefix of a parameter's ids: that of the collection before it in the path, or of the last one. */
export function prefixIn(path: string, parameter: string): string {
  if (parameter === 'roomCode') return 'room';
  const segments = path.split('/');
  const at = segments.indexOf(`{${parameter}}`);
  const names = at < 0 ? segments : segments.slice(0, at);
  const collection = names.filter((name) => Object.hasOwn(PREFIXES, name)).at(-1);
  return PREFIXES[collection ?? ''] ?? 'crq';
}

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  ids: string[];
  token: string | undefined;
}

export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends drawn requests as one organization and checks the answers against the published document. */
export class Fuzzer {
  count = 0;
  private readonly pool: Pool;
  private readonly contract: Contract;
  private readonly codes: Set<string>;

  constructor(
    baseUrl: string,
    document: OpenApi,
    private readonly own: Tenant,
    private readonly other: Tenant,
  ) {
    this.pool = new Pool(baseUrl, { connections: 16 });
    this.contract = new Contract(document);
    this.codes = new Set(document.components.schemas['Problem']?.properties?.['code']?.enum as string[]);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** @throws with request and answer when a rule is broken. */
  async run(operation: Operation, plan: Plan): Promise<void> {
    const sent = await this.compose(operation, plan);
    const { statusCode, headers, body } = await this.pool.request({
      method: sent.method as 'GET',
      path: sent.path,
      headers: sent.headers,
      body: sent.body ?? null,
    });
    const received = { status: statusCode, headers, text: await body.text() };
    this.count += 1;
    try {
      this.check(operation, plan, sent, received);
    } catch (error) {
      const shown = { ...sent, body: sent.body?.slice(0, 2_000) };
      throw new Error(
        `${(error as Error).message}\nsent: ${JSON.stringify(shown)}\nreceived: ${JSON.stringify(received).slice(0, 3_000)}`,
        { cause: error },
      );
    }
    const last = sent.ids.at(-1);
    if (received.status < 300) this.own.learn(received.text, last, sent.token);
    if (received.status === 204 && last !== undefined) this.own.forget(last);
  }

  private async compose(operation: Operation, plan: Plan): Promise<Sent> {
    const ids = this.idsFor(operation, plan);
    let next = 0;
    const path = operation.path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
    const cursorPrefix = prefixIn(operation.path, 'cursor');
    const query = plan.query.map(([name, value]) => `${name}=${this.resolve(value, cursorPrefix)}`).join('&');
    const token = await this.tokenFor(operation, plan, ids[0] ?? '');
    return {
      method: operation.method,
      path: `/api${path}${query === '' ? '' : `?${query}`}`,
      headers: {
        ...plan.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(plan.body === undefined || plan.contentType === '' ? {} : { 'content-type': plan.contentType }),
      },
      body: plan.body,
      ids,
      token,
    };
  }

  /** Ids for the path. Changes and deletions only get disposable objects. */
  private idsFor(operation: Operation, plan: Plan): string[] {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const ends = ['DELETE', 'PATCH'].includes(operation.method) || /\/(close|end)$/.test(operation.path);
    const ids = plan.ids.map((choice, index) =>
      this.resolve(choice, prefixIn(operation.path, names[index] ?? ''), ends && index === names.length - 1),
    );
    // An own object gets its real parent.
    for (let index = ids.length - 1; index > 0; index -= 1) {
      const parent = this.own.parentOf(ids[index] ?? '');
      if (parent !== undefined && plan.ids[index - 1]?.kind === 'own') ids[index - 1] = parent;
    }
    return ids;
  }

  private resolve(choice: IdChoice, prefix: string, disposable = false): string {
    if (choice.kind === 'text') return choice.text;
    const nothing = `${prefix}_01h455vb4pex5vsknk084sn02q`;
    if (choice.kind === 'foreign') return this.other.pick(prefix, choice.index) ?? nothing;
    const kind = choice.kind === 'own' ? prefix : (Object.values(PREFIXES)[choice.index % 12] ?? prefix);
    return this.own.pick(kind, choice.index, disposable) ?? nothing;
  }

  private async tokenFor(operation: Operation, plan: Plan, id: string): Promise<string | undefined> {
    const access = operation['x-capture'];
    const linkKey = (tenant: Tenant): string => tenant.tokens.get(id) ?? [...tenant.tokens.values()][0] ?? '';
    if (plan.credential === 'none') return undefined;
    if (plan.credential === 'garbage') return 'cap_live_garbage';
    if (plan.credential === 'foreign') return this.other.tokenBesides(id);
    const wantsKey = (access?.auth === 'key') === (plan.credential === 'fitting');
    if (!wantsKey) return linkKey(this.own);
    const budget = access?.budget ?? 'read';
    return this.own.keys.take(budget === 'requests' ? 'read' : budget);
  }

  private check(operation: Operation, plan: Plan, sent: Sent, { status, headers, text }: Received): void {
    const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const requestId = headers['x-request-id'];
    if (status >= 500) throw new Error(`${status}`);
    if (typeof requestId !== 'string' || requestId === '') throw new Error('no X-Request-Id');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const leaked = [...this.other.seen].filter((id) => text.includes(id) && !isIn(sent, id));
    if (leaked.length > 0) throw new Error(`names objects of another organization: ${leaked.join(', ')}`);
    if (status < 300 && sent.ids.some((id) => this.other.seen.has(id)))
      throw new Error("does something with another organization's object");
    if (status >= 400) this.checkProblem(type, status, requestId, body);
    const isKeyCall = operation['x-capture']?.auth === 'key';
    if (status === 401 && isKeyCall && plan.credential === 'fitting') throw new Error('refuses a good key');
    if (status < 400 && plan.credential !== 'fitting') throw new Error('accepts a wrong credential');
    if (isNoRoute(plan, status, body) || isUnwantedBody(operation, plan, status)) return;
    this.contract.checkAnswer(operation.method, operation.path, status, type, body);
  }

  private checkProblem(type: string, status: number, requestId: string, body: unknown): void {
    if (type !== 'application/problem+json') throw new Error(`is of type "${type}"`);
    const problem = body as { status?: unknown; code?: unknown; requestId?: unknown };
    if (problem.status !== status) throw new Error('says another status in its body');
    if (problem.requestId !== requestId) throw new Error('says another request id in its body');
    if (!this.codes.has(String(problem.code))) throw new Error('has a code that the catalogue lacks');
  }
}

const isIn = (sent: Sent, id: string): boolean =>
  sent.path.includes(id) ||
  (sent.body ?? '').includes(id) ||
  Object.values(sent.headers).some((value) => value.includes(id));

/** No route matches the path because of a malformed id. */
function isNoRoute(plan: Plan, status: number, body: unknown): boolean {
  const code = (body as { code?: unknown } | undefined)?.code;
  return status === 404 && code === 'not_found' && plan.ids.some(({ kind }) => kind === 'text');
}

/** The document does not describe the refusal of an unexpected body. */
function isUnwantedBody(operation: Operation, plan: Plan, status: number): boolean {
  return operation.requestBody === undefined && plan.body !== undefined && [400, 413, 415].includes(status);
}
