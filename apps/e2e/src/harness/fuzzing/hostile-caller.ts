import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { Api } from '../clients/api.js';
import { ConsoleApi } from '../clients/console-api.js';
import { Operator } from '../clients/operator.js';
import { accessOf } from '../clients/respondent.js';
import type { JoinedRoom, OpenedRoom } from '../clients/room.js';
import { KeyPool } from '../organizations/key-pool.js';
import {
  CONSOLE_DOCUMENT,
  fetchDocument,
  operationsOf,
  type OpenApi,
  type Operation,
} from '../openapi/openapi.js';
import type { Credentials } from '../processes/product.js';
import { ROOT } from '../repository.js';

export interface Target {
  table: 'api' | 'console' | 'operator';
  document: OpenApi;
  operation: Operation;
  name: string;
}

export interface Outcome {
  status: number;
  /** Bytes of the answer's body. */
  bytes: number;
  text: string;
}

interface JoinedGuest {
  sessionId: string;
  roomCode: string;
  inviteToken: string;
  participantToken: string;
}

const PASSED_ON = { 'sec-fetch-site': 'same-origin' };

/** Every operation of the three published documents whose method can carry a body. */
export async function targetsOf(baseUrl: string): Promise<Target[]> {
  const operator = await readFile(join(ROOT, 'docs/api/operator-openapi.json'), 'utf8');
  const documents = {
    api: await fetchDocument(baseUrl),
    console: await fetchDocument(baseUrl, CONSOLE_DOCUMENT),
    operator: JSON.parse(operator) as OpenApi,
  };
  return Object.entries(documents).flatMap(([table, document]) =>
    operationsOf(document)
      .filter((operation) => operation.method !== 'GET')
      .map((operation) => ({
        table: table as Target['table'],
        document,
        operation,
        name: `${operation.method} ${operation.path}`,
      })),
  );
}

/** Calls every route with a credential that works there, on objects that exist where the route reads a body. */
export class HostileCaller {
  private readonly pool: Pool;
  private readonly operatorPool: Pool;
  private readonly ids = new Map<string, string>();
  private readonly tokens = new Map<string, string>();

  private constructor(
    private readonly credentials: Credentials,
    private readonly keys: KeyPool,
    private readonly cookie: string,
  ) {
    this.pool = new Pool(credentials.baseUrl, { connections: 8, headersTimeout: 120_000 });
    this.operatorPool = new Pool(credentials.operatorUrl, { connections: 8, headersTimeout: 120_000 });
  }

  static async create(credentials: Credentials): Promise<HostileCaller> {
    const { baseUrl, organizationId, liveKey } = credentials;
    const keys = new KeyPool(new Operator(credentials), organizationId);
    const { cookie = '' } = await ConsoleApi.owner(credentials);
    const caller = new HostileCaller(credentials, keys, cookie);
    await caller.build(new Api(baseUrl, liveKey));
    return caller;
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.operatorPool.close()]);
  }

  /** A guest of a room of their own: some bodies end a session, and calls use up a token's budget. */
  async newGuest(): Promise<{ sessionId: string; token: string }> {
    const { sessionId, participantToken } = await this.join(
      new Api(this.credentials.baseUrl, await this.keys.take('write')),
    );
    return { sessionId, token: participantToken };
  }

  async send(target: Target, text: string, headers: Record<string, string> = {}): Promise<Outcome> {
    const { method, path, requestBody } = target.operation;
    const prefix = target.table === 'api' ? '/api' : '';
    const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
      this.idFor(path, name, requestBody !== undefined),
    );
    const call = {
      method: method as 'POST',
      path: prefix + filled,
      headers: {
        'content-type': 'application/json',
        ...(await this.credentialFor(target)),
        ...headers,
      },
      body: text,
    };
    const pool = target.table === 'operator' ? this.operatorPool : this.pool;
    const answer = await pool.request(call);
    const body = await answer.body.text();
    return { status: answer.statusCode, bytes: Buffer.byteLength(body), text: body };
  }

  private async credentialFor({ table, operation }: Target): Promise<Record<string, string>> {
    if (table === 'operator') return { authorization: `Bearer ${this.credentials.operatorToken}` };
    if (table === 'console') {
      // A sign-out that works would end the cookie for all later calls.
      const isOut = operation.path.endsWith('/sign-out');
      return { ...PASSED_ON, ...(isOut ? {} : { cookie: this.cookie }) };
    }
    const auth = operation['x-capture']?.auth;
    if (auth === 'public') return {};
    const token = auth === 'key' ? await this.keys.take('write') : this.tokenFor(operation.path);
    return { authorization: `Bearer ${token}` };
  }

  private tokenFor(path: string): string {
    const kind = ['contacts', 'campaigns', 'takes'].find((name) => path.includes(`/respond/${name}/`));
    return this.tokens.get(kind ?? (path.includes('{roomCode}') ? 'invite' : 'participant')) ?? '';
  }

  /** Routes without a body of their own get ids of nothing: they would act whatever the body is. */
  private idFor(path: string, parameter: string, readsBody: boolean): string {
    const segments = path.split('/');
    const collection = segments[segments.indexOf(`{${parameter}}`) - 1] ?? '';
    const known = this.ids.get(parameter === 'roomCode' ? 'roomCode' : collection);
    return readsBody && known !== undefined ? known : 'crq_01h455vb4pex5vsknk084sn02q';
  }

  private async build(api: Api): Promise<void> {
    const request = await api.post<{ id: string; openLink: { url: string } }>('/v1/capture-requests', {
      title: 'Hostile',
      prompt: 'Why?',
      status: 'active',
      openLink: true,
    });
    const { data } = await api.post<{ data: { id: string; link: string }[] }>(
      `/v1/capture-requests/${request.id}/contacts`,
      { contacts: [{ email: `${randomUUID()}@example.org`, name: 'Ada' }] },
    );
    const campaign = accessOf(request.openLink.url);
    const contact = accessOf(data[0]?.link ?? '');
    const take = {
      durationSec: 1,
      sizeBytes: 1000,
      contentType: 'video/mp4',
      releaseAccepted: true,
      manifest: {},
    };
    const path = `/v1/respond/contacts/${contact.id}/takes`;
    const { takeId } = await api.as(contact.key).post<{ takeId: string }>(path, take);
    const { sessionId, roomCode, inviteToken, participantToken } = await this.join(api);
    const endpoint = await api.post<{ id: string }>('/v1/webhook-endpoints', {
      url: 'http://127.0.0.1:9/hook',
    });
    this.remember({
      'capture-requests': request.id,
      contacts: contact.id,
      campaigns: campaign.id,
      takes: takeId,
    });
    this.remember({ sessions: sessionId, rooms: sessionId, roomCode, 'webhook-endpoints': endpoint.id });
    this.remember({ orgs: this.credentials.organizationId });
    const tokens = { contacts: contact.key, takes: contact.key, campaigns: campaign.key };
    for (const [name, token] of Object.entries({
      ...tokens,
      invite: inviteToken,
      participant: participantToken,
    }))
      this.tokens.set(name, token);
  }

  /** Opens a room and lets a guest join it. */
  private async join(api: Api): Promise<JoinedGuest> {
    const { session, inviteToken } = await api.post<OpenedRoom>('/v1/sessions');
    const { id: sessionId, roomCode } = session;
    const { participantToken } = await api
      .as(inviteToken)
      .post<JoinedRoom>(`/v1/rooms/${roomCode}/join`, { displayName: 'Guest' });
    return { sessionId, roomCode, inviteToken, participantToken };
  }

  /** Keeps ids by the collection that their paths name before them. */
  private remember(ids: Record<string, string>): void {
    for (const [name, id] of Object.entries(ids)) this.ids.set(name, id);
  }
}
