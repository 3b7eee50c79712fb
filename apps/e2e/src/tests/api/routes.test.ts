import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Answer, type ProblemBody } from '../../harness/clients/api.js';
import { ALL_SCOPES, Operator } from '../../harness/clients/operator.js';
import { keyRoutes, type Route } from '../../harness/openapi/routes.js';
import type { PageBody } from '../../harness/organizations/capture-fixture.js';
import { SampleObjects } from '../../harness/organizations/sample-objects.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const WRONG: Record<string, unknown> = {
  string: 7,
  integer: 'seven',
  number: 'seven',
  boolean: 'yes',
  array: 'list',
  object: 'text',
};
/** Fields that no caller may write. */
const PRIVILEGES = ['id', 'organizationId', 'plan', 'features', 'mode', 'ownerMemberId', 'limits', 'isAdmin'];
const BUDGETS = { read: 600, write: 60, download: 60 };

describe(`every route of the routing table (${MODE})`, async () => {
  const credentials = sharedProduct().credentials;
  const operator = new Operator(credentials);
  const api = new Api(credentials.baseUrl);
  const routes = await keyRoutes(credentials.baseUrl);
  const owner = credentials.organizationId;
  let stranger: string;
  let objects: SampleObjects;
  let foreign: SampleObjects;
  /** An unknown, a revoked and an expired key. */
  let dead: string[];

  const call = (route: Route, token: string | undefined, body?: unknown): Promise<Answer<ProblemBody>> =>
    api.call<ProblemBody>(route.method, objects.fill(route.path), {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? (route.body ? { body: {} } : {}) : { body }),
    });

  beforeAll(async () => {
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
    objects = await SampleObjects.create(credentials);
    const { key } = await operator.key(stranger);
    foreign = await SampleObjects.create({ ...credentials, organizationId: stranger, liveKey: key });
  });

  afterAll(async () => {
    await objects.clear();
    await foreign.clear();
  });

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

  it('answers 429 rate_limited to a key that is over the budget of the route, whatever else is wrong', async () => {
    const spent = await operator.key(stranger);
    const drain = routes.filter(
      ({ budget }, index) => routes.findIndex((route) => route.budget === budget) === index,
    );
    const calls = drain.flatMap((route) =>
      Array.from({ length: BUDGETS[route.budget] }, () => call(route, spent.key)),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).not.toContain(429);
    for (const route of routes) {
      const wrong = route.method === 'GET' ? undefined : { surprise: true };
      const { status, headers, body } = await call(route, spent.key, wrong);
      expect([route.path, status, body.code]).toEqual([route.path, 429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('of a paused organization refuses to collect and goes on reading', async () => {
    const organization = await operator.organization('platform', 'Paused');
    const paused = api.as((await operator.key(organization)).key);
    const asked = { title: 'Later', prompt: 'When?' };
    const { id } = await paused.post<{ id: string }>('/v1/capture-requests', asked);
    const { session } = await paused.post<{ session: { id: string } }>('/v1/sessions');
    await operator.call('PATCH', `/orgs/${organization}`, { paused: true });
    const invite = `/v1/capture-requests/${id}/contacts`;
    const contacts = [{ email: 'ada@example.org', name: 'Ada' }];
    const refused = async (path: string, body?: unknown): Promise<boolean> => {
      const answer = await paused.call<ProblemBody>('POST', path, body === undefined ? {} : { body });
      return answer.status === 409 && answer.body.code === 'organization_paused';
    };
    await until('the pause to arrive', () => refused('/v1/capture-requests', asked));
    const posts: [string, unknown?][] = [
      [invite, { contacts }],
      ['/v1/sessions'],
      [`/v1/sessions/${session.id}/invites`],
    ];
    for (const [path, body] of posts) expect([path, await refused(path, body)]).toEqual([path, true]);
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const { status } = await paused.call('GET', objects.fill(route.path));
      expect([route.path, status]).toEqual([route.path, route.path.includes('{') ? 404 : 200]);
    }
    expect(await paused.get(invite)).toEqual({ data: [], nextCursor: null });
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

    it('scenario 44: names the scope that a key lacks, and needs no other', async () => {
      const lacking = await operator.key(owner, {
        scopes: ALL_SCOPES.filter((scope) => scope !== route.scope),
      });
      const refused = await call(route, lacking.key);
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
      expect(refused.body).toMatchObject({ requiredScope: route.scope });
      const sufficient = await operator.key(stranger, { scopes: [route.scope] });
      expect((await call(route, sufficient.key)).body?.code).not.toBe('insufficient_scope');
    });

    it('scenario 44: shows a test key everything and refuses it what cannot be undone', async () => {
      const test = await operator.key(stranger, { mode: 'test' });
      expect((await call(route, test.key)).body?.code === 'test_mode_scope').toBe(route.liveOnly);
      const own = await operator.key(owner, { mode: 'test' });
      if (route.method === 'GET') expect((await call(route, own.key)).status).toBe(200);
    });

    if (route.path.includes('{'))
      it("scenario 43: answers 404 for another organization's object", async () => {
        const { key } = await operator.key(stranger);
        const answer = await call(route, key);
        // An incomplete body is refused before the object is looked up.
        const outcome = answer.status === 400 ? 'not_found' : answer.body.code;
        if (answer.status !== 400) expect(answer.status).toBe(404);
        expect(outcome).toBe('not_found');
      });
    else if (route.isList)
      it("scenario 43: lists nothing of another organization's", async () => {
        const { key } = await operator.key(stranger);
        const list = async (token: string): Promise<string[]> => {
          const { data } = await api.get<PageBody<{ id: string }>>(`${route.path}?limit=100`, { token });
          return data.map(({ id }) => id);
        };
        const [theirs, ours] = [await list(key), await list(credentials.liveKey)];
        expect([theirs.length > 0, ours.length > 0]).toEqual([true, true]);
        expect(theirs.filter((id) => ours.includes(id))).toEqual([]);
      });

    if (route.isList)
      it('scenario 54: refuses a cursor that is foreign, unknown, of another kind or malformed', async () => {
        const { key } = await operator.key(owner);
        const first = async (from: SampleObjects): Promise<string> => {
          const page = await from.fixture.api.get<PageBody<{ id: string }>>(
            `${from.fill(route.path)}?limit=1`,
          );
          return page.data[0]?.id ?? '';
        };
        const [own, theirs] = [await first(objects), await first(foreign)];
        const [prefix = ''] = own.split('_');
        const kind = prefix === 'crq' ? 'sub' : 'crq';
        expect(theirs).toMatch(new RegExp(`^${prefix}_`));
        const asked = (cursor: string): Promise<Answer<ProblemBody>> =>
          api.call('GET', `${objects.fill(route.path)}?cursor=${cursor}`, { token: key });
        for (const cursor of [
          theirs,
          `${prefix}_01h455vb4pex5vsknk084sn02q`,
          own.replace(prefix, kind),
          '7',
        ]) {
          const { status, body } = await asked(cursor);
          expect([cursor, status, body.code]).toEqual([cursor, 400, 'invalid_cursor']);
        }
        expect((await asked(own)).status).toBe(200);
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
      const budget = BUDGETS[route.budget];
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
          const wrong = WRONG[[type].flat()[0] ?? ''];
          if (wrong === undefined) continue;
          const answer = await call(route, key, { [name]: wrong });
          expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
          expect(JSON.stringify(answer.body)).toContain(`"${name}`);
        }
      });

    if (route.body)
      it('scenario 45: refuses every member that it answers and callers may not write', async () => {
        const { key } = await operator.key(owner);
        const members = new Set([...route.answers, ...PRIVILEGES]);
        for (const name of [...members].filter((member) => !Object.hasOwn(route.body ?? {}, member))) {
          const { status, body } = await call(route, key, { [name]: 'mine' });
          expect([name, status]).toEqual([name, 400]);
          expect(body).toMatchObject({
            errors: expect.arrayContaining([expect.objectContaining({ field: name, code: 'unknown_field' })]),
          });
        }
      });
  });
});
