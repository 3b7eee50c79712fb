import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Api, type Answer, type ProblemBody } from './api.js';
import { makeClip } from './clip.js';
import { ALL_SCOPES, Operator } from './operator.js';
import { Scene, type PageBody } from './scene.js';

interface SchemaNode {
  $ref?: string;
  type?: string;
  properties?: Record<string, SchemaNode>;
}

interface Route {
  method: string;
  path: string;
  scope: string;
  budget: 'read' | 'write' | 'download';
  feature?: string;
  liveOnly: boolean;
  body?: Record<string, SchemaNode>;
}

interface OpenApi {
  paths: Record<string, Record<string, OperationNode>>;
  components: { schemas: Record<string, SchemaNode> };
}

interface OperationNode {
  'x-capture'?: {
    auth: string;
    scope: string;
    budget: Route['budget'];
    feature?: string;
    liveOnly?: boolean;
  };
  requestBody?: { content: Record<string, { schema: SchemaNode }> };
}

/** Every route that takes an API key, read from the document that the running product publishes. */
async function keyRoutes(baseUrl: string): Promise<Route[]> {
  const document = (await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json()) as OpenApi;
  const properties = (node: SchemaNode | undefined): Record<string, SchemaNode> | undefined => {
    const target =
      node?.$ref === undefined ? node : document.components.schemas[node.$ref.split('/').at(-1) ?? ''];
    return target?.properties;
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const access = operation['x-capture'];
      if (access?.auth !== 'key') return [];
      const { scope, budget, feature, liveOnly = false } = access;
      const body = properties(operation.requestBody?.content['application/json']?.schema);
      const route: Route = { method: method.toUpperCase(), path, scope, budget, liveOnly };
      if (feature !== undefined) route.feature = feature;
      if (body !== undefined) route.body = body;
      return [route];
    }),
  );
}

/** Ids of real objects of the first organization, by the path parameter that takes them. */
class Objects {
  private readonly ids = new Map<string, string>();

  set(collection: string, parameter: string, id: string): void {
    this.ids.set(`${collection} ${parameter}`, id);
  }

  fill(path: string): string {
    const collection = path.split('/')[2] ?? '';
    return path.replace(/\{(\w+)\}/g, (_match, parameter: string) => {
      const id = this.ids.get(`${collection} ${parameter}`);
      if (id === undefined)
        throw new Error(`the matrix has no object for {${parameter}} of ${path}: add one`);
      return id;
    });
  }
}

const WRONG: Record<string, unknown> = {
  string: 7,
  integer: 'seven',
  number: 'seven',
  boolean: 'yes',
  array: 'list',
  object: 'text',
};

describe('every route of the routing table', async () => {
  const credentials = inject('credentials');
  const operator = new Operator(credentials.baseUrl, credentials.operatorToken);
  const api = new Api(credentials.baseUrl);
  const routes = await keyRoutes(credentials.baseUrl);
  const objects = new Objects();
  let scene: Scene;
  let owner: string;
  let stranger: string;
  /** An unknown, a revoked and an expired key. */
  let dead: string[];

  const call = (route: Route, token: string | undefined, body?: unknown): Promise<Answer<ProblemBody>> =>
    api.call<ProblemBody>(route.method, objects.fill(route.path), {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? (route.body ? { body: {} } : {}) : { body }),
    });

  beforeAll(async () => {
    owner = credentials.organizationId;
    stranger = await operator.organization('platform', 'Stranger');
    const revoked = await operator.key(owner);
    await operator.revoke(owner, revoked.id);
    const expired = await operator.key(owner, { expiresAt: new Date(Date.now() + 1_000).toISOString() });
    const recordings = (token: string): Promise<Answer<ProblemBody>> =>
      api.call('GET', '/v1/recordings', { token });
    await until('both keys to stop', async () => {
      const answers = await Promise.all([recordings(revoked.key), recordings(expired.key)]);
      return answers.every(({ status }) => status === 401);
    });
    const unknown = expired.key.replace(/.(?=.{6}$)/, (character) => (character === 'a' ? 'b' : 'a'));
    dead = [unknown, revoked.key, expired.key];
    scene = await Scene.set(credentials);
    const submissionId = await scene.respondent.submit({
      bytes: await makeClip(1),
      durationSec: 1,
      releaseVersion: 'v1',
    });
    const { data } = await scene.submissions();
    const recordingId = data[0]?.recordingId ?? '';
    const recording = await scene.recording(recordingId);
    const session = await scene.api.post<{ session: { id: string } }>('/v1/sessions');
    const endpoints = await scene.api.get<PageBody<{ id: string; url: string }>>('/v1/webhook-endpoints');
    const endpoint = endpoints.data.find(({ url }) => url === scene.receiver.url)?.id ?? '';
    const received = await scene.receiver.event('capture_request.submission_received', { submissionId });
    const delivery = await until('a delivery in the log', async () => {
      const log = await scene.api.get<PageBody<{ id: string }>>(
        `/v1/webhook-endpoints/${endpoint}/deliveries`,
      );
      return log.data[0]?.id;
    });
    for (const [parameter, id] of [
      ['id', scene.request.id],
      ['contactId', scene.contact.id],
      ['submissionId', submissionId],
    ] as const) {
      objects.set('capture-requests', parameter, id);
    }
    objects.set('recordings', 'id', recordingId);
    objects.set('recordings', 'trackId', recording.tracks[0]?.id ?? '');
    objects.set('sessions', 'id', session.session.id);
    objects.set('webhook-endpoints', 'id', endpoint);
    objects.set('webhook-endpoints', 'deliveryId', delivery);
    objects.set('events', 'id', received.event.id);
  });

  afterAll(() => scene.clear());

  it('is in the published document: the nine of the specification and more', () => {
    expect(routes.length).toBeGreaterThanOrEqual(25);
    for (const path of [
      '/v1/capture-requests/{id}/submissions',
      '/v1/sessions/{id}/end',
      '/v1/recordings/{id}',
      '/v1/usage',
    ]) {
      expect(routes.map((route) => route.path)).toContain(path);
    }
  });

  describe.each(routes)('$method $path', (route) => {
    it('answers 401 alike for no key, garbage, an unknown, a revoked and an expired key', async () => {
      const bodies = new Set<string>();
      for (const token of [undefined, 'garbage', ...dead]) {
        const answer = await call(route, token);
        expect(answer.status).toBe(401);
        bodies.add(JSON.stringify({ ...answer.body, requestId: '' }));
      }
      expect(bodies.size).toBe(1);
    });

    it('names the scope that a key lacks, and needs no other', async () => {
      const lacking = await operator.key(owner, {
        scopes: ALL_SCOPES.filter((scope) => scope !== route.scope),
      });
      const refused = await call(route, lacking.key);
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
      expect(refused.body).toMatchObject({ requiredScope: route.scope });
    });

    it('shows a test key everything and refuses it what cannot be undone', async () => {
      const test = await operator.key(stranger, { mode: 'test' });
      const answer = await call(route, test.key);
      expect(answer.body?.code === 'test_mode_scope').toBe(route.liveOnly);
    });

    if (route.path.includes('{'))
      it("answers 404 for another organization's object", async () => {
        const foreign = await operator.key(stranger);
        const answer = await call(route, foreign.key);
        const outcome = answer.status === 400 ? 'not_found' : answer.body.code;
        if (answer.status !== 400) expect(answer.status).toBe(404);
        expect(outcome).toBe('not_found');
      });

    it('refuses an organization whose plan has no API, and names the plan that has a missing feature', async () => {
      const free = await operator.key(await operator.organization('free'));
      const refused = await call(route, free.key);
      expect([refused.status, refused.body.code]).toEqual([403, 'plan_inactive']);
      const team = await operator.key(await operator.organization('team'));
      const answer = await call(route, team.key);
      if (route.feature === 'consent_evidence')
        expect(answer.body).toMatchObject({ code: 'upgrade_required', requiredPlan: 'platform' });
      else expect(answer.body?.code).not.toBe('upgrade_required');
    });

    it('draws on its own budget and says how much is left', async () => {
      const fresh = await operator.key(stranger);
      const { headers } = await call(route, fresh.key);
      const budget = { read: 600, write: 60, download: 60 }[route.budget];
      expect(headers.get('ratelimit-policy')).toContain(`"${route.budget}";q=${budget};w=60`);
      expect(headers.get('ratelimit')).toContain(`"${route.budget}";r=${budget - 1}`);
    });

    if (route.body)
      it('names an unknown field and every field of the wrong type', async () => {
        const { key } = await operator.key(owner);
        const unknown = await call(route, key, { surprise: true });
        expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_input']);
        expect(JSON.stringify(unknown.body)).toContain('surprise');
        for (const [name, { type }] of Object.entries(route.body ?? {})) {
          const wrong = WRONG[type ?? ''];
          if (wrong === undefined) continue;
          const answer = await call(route, key, { [name]: wrong });
          expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
          expect(JSON.stringify(answer.body)).toContain(`"${name}`);
        }
      });
  });
});
