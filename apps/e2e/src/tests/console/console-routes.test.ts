import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, ProblemBody } from '../../harness/clients/api.js';
import { OWN_PAGE, type ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { keyRoutes, memberRoutes, type MemberRoute } from '../../harness/openapi/routes.js';
import type { PageBody } from '../../harness/organizations/capture-fixture.js';
import { Members, PASSWORD, type SignedInAs } from '../../harness/organizations/members.js';
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
const PRIVILEGES = ['id', 'organizationId', 'plan', 'features', 'mode', 'role', 'memberId', 'limits'];
/** Bodies that are complete, where an empty one is not. */
const BODIES: Record<string, object> = {
  'POST /console/api/capture-requests': { title: 'Title', prompt: 'Prompt?' },
  'POST /console/api/capture-requests/{id}/contacts': {
    contacts: [{ email: 'eve@example.org', name: 'Eve' }],
  },
  'POST /console/api/sessions/{id}/host': { displayName: 'Eve' },
  'POST /console/api/passkeys/{id}/remove': { currentPassword: PASSWORD },
  'POST /console/api/erasures': { email: 'eve@example.org' },
  'PATCH /console/api/members/{member}': { role: 'viewer' },
  'POST /console/api/webhook-endpoints/{id}/replay': {
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-02T00:00:00.000Z',
  },
};
/** What the plan "free" lacks, and the cheapest plan that has it. */
const UPGRADES: Record<string, string> = { sessions: 'team', webhooks: 'team', consent_evidence: 'platform' };
const NOWHERE = '01h455vb4pex5vsknk084sn02q';

describe(`every route of the console's table (${MODE})`, async () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  const routes = await memberRoutes(baseUrl);
  const forKeys = await keyRoutes(baseUrl);
  const repeatable = routes.filter(({ method, path }) => method === 'POST' && !path.includes('/sign-out'));
  let owner: SignedInAs;
  let stranger: SignedInAs;
  let objects: SampleObjects;
  let foreign: SampleObjects;

  async function organization(name: string): Promise<{ objects: SampleObjects; owner: SignedInAs }> {
    const organizationId = await operator.organization('platform', name);
    const { key: liveKey } = await operator.key(organizationId);
    const objects = await SampleObjects.create({ ...credentials, organizationId, liveKey });
    const owner = await members.add(organizationId, 'owner');
    await objects.addAccounts(owner);
    return { objects, owner };
  }

  const below = (path: string): string => path.replace('/console/api', '');

  const call = (
    as: ConsoleApi,
    { method, path, body: fields }: MemberRoute,
    {
      body = fields && {},
      headers = {},
      ids = (template: string): string => objects.fill(template),
    }: {
      body?: unknown;
      headers?: Record<string, string>;
      ids?: (template: string) => string;
    } = {},
  ): Promise<Answer<ProblemBody>> =>
    as.call(method, below(ids(path)), { body, headers: { ...OWN_PAGE, ...headers } });

  const complete = (route: MemberRoute): object => {
    const body = BODIES[`${route.method} ${route.path}`];
    return body ? { body } : {};
  };

  beforeAll(async () => {
    ({ objects, owner } = await organization('Members'));
    ({ objects: foreign, owner: stranger } = await organization('Strangers'));
  });

  afterAll(async () => {
    await objects.clear();
    await foreign.clear();
  });

  it('has all that API keys have', () => {
    expect(forKeys.length).toBeGreaterThan(30);
    const have = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    for (const { method, path } of forKeys)
      expect(have).toContain(`${method} ${path.replace('/v1/', '/console/api/')}`);
  });

  it('answers a member what it answers a key: the same object to both', async () => {
    const { api } = objects.fixture;
    // Usage is of the time of asking.
    for (const route of forKeys.filter(({ method, path }) => method === 'GET' && path !== '/v1/usage')) {
      const path = objects.fill(route.path);
      // Deliveries go on meanwhile, so two readings may differ for a moment.
      await until(`both to get the same from ${path}`, async () => {
        const [forMember, forKey] = [
          await owner.api.call('GET', path.replace('/v1', '')),
          await api.get(path),
        ];
        return forMember.status === 200 && isDeepStrictEqual(forMember.body, forKey);
      });
    }
  });

  describe.each(routes.filter(({ path }) => path.includes('{')))('$method $path', (route) => {
    it("scenario 43: answers 404 for another organization's object, as for one that never was", async () => {
      const never = (path: string): string =>
        objects.fill(path).replace(/_[0-9a-hjkmnp-tv-z]{26}/g, `_${NOWHERE}`);
      for (const ids of [(path: string): string => objects.fill(path), never]) {
        const { status, body } = await call(stranger.api, route, { ...complete(route), ids });
        expect([status, body.code]).toEqual([404, 'not_found']);
      }
      const { api, request } = objects.fixture;
      const kept = [`/v1/capture-requests/${request.id}`, objects.fill('/v1/sessions/{id}')];
      const states = await Promise.all(kept.map((path) => api.get<{ status: string }>(path)));
      expect(states.map(({ status }) => status)).toEqual(['active', 'open']);
    });
  });

  describe.each(routes.filter(({ isList }) => isList))('$method $path', (route) => {
    const list = async (as: SignedInAs, path: string): Promise<string[]> => {
      const { body } = await as.api.call<PageBody<{ id: string; email?: string }>>(
        'GET',
        `${below(path)}?limit=100`,
      );
      // An address has no id.
      return body.data.map(({ id, email = '' }) => id ?? email);
    };

    it("scenarios 43 and 54: lists nothing of another organization's, and refuses its cursors", async () => {
      const theirs = await list(stranger, foreign.fill(route.path));
      const ours = await list(owner, objects.fill(route.path));
      expect([theirs.length > 0, ours.length > 0]).toEqual([true, true]);
      expect(theirs.filter((id) => ours.includes(id))).toEqual([]);
      for (const cursor of [theirs[0] ?? '', '7 times']) {
        const path = `${below(objects.fill(route.path))}?cursor=${encodeURIComponent(cursor)}`;
        const { status, body } = await owner.api.call<ProblemBody>('GET', path);
        expect([cursor, status, body.code]).toEqual([cursor, 400, 'invalid_cursor']);
      }
    });
  });

  describe.each(routes.filter(({ body }) => body))('$method $path', (route) => {
    it('names unknown fields, those that nobody may write and every field of the wrong type', async () => {
      const own = Object.entries(route.body ?? {});
      const unknown = [...new Set(['surprise', ...route.answers, ...PRIVILEGES])];
      const refused: [string, unknown][] = unknown
        .filter((name) => !own.some(([known]) => known === name))
        .map((name) => [name, 'mine']);
      for (const [name, { type }] of own) {
        const wrong = WRONG[[type].flat()[0] ?? ''];
        if (wrong !== undefined) refused.push([name, wrong]);
      }
      // A sign-in of its own, because each has a budget.
      const api = await members.signIn(owner.email);
      for (const [name, value] of refused) {
        const { status, body } = await call(api, route, { body: { [name]: value } });
        expect([name, status, body.code]).toEqual([name, 400, 'invalid_input']);
        expect(JSON.stringify(body)).toContain(`"${name}`);
      }
    });
  });

  it('gives a member the first answer again to each POST with the same Idempotency-Key, and another member none of it', async () => {
    const { api: colleague } = await members.add(
      (await owner.api.call<{ organization: { id: string } }>('GET', '/me')).body.organization.id,
      'owner',
    );
    const ids = (path: string): string => path.replace(/\{\w+\}/g, `crq_${NOWHERE}`);
    expect(repeatable.length).toBeGreaterThan(15);
    for (const route of repeatable) {
      const headers = { 'idempotency-key': randomUUID() };
      const asked = { ...complete(route), headers, ids };
      const isReplayed = async (as: ConsoleApi): Promise<unknown[]> => {
        const { status, headers: answered } = await call(as, route, asked);
        return [status < 500 && status, answered.get('idempotent-replayed')];
      };
      const [first] = await isReplayed(owner.api);
      // A refused body says nothing about the effect, and is not stored.
      const stored = first === 400 ? null : 'true';
      expect([route.path, await isReplayed(owner.api)]).toEqual([route.path, [first, stored]]);
      expect([route.path, await isReplayed(colleague)]).toEqual([route.path, [first, null]]);
    }
  });

  it('makes one request of two calls with the same Idempotency-Key, and refuses another body under it', async () => {
    const headers = { ...OWN_PAGE, 'idempotency-key': randomUUID() };
    const create = (title: string): Promise<Answer<ProblemBody & { id: string }>> =>
      owner.api.call('POST', '/capture-requests', { body: { title, prompt: 'Once?' }, headers });
    const [first, again] = [await create('One'), await create('One')];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    const other = await create('Another');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('names the plan that has what the plan of the organization lacks', async () => {
    const { api } = await members.add(await operator.organization('free'), 'owner');
    for (const route of routes.filter(({ path }) => !path.includes('/sign-out'))) {
      const { status, body } = await call(api, route);
      const requiredPlan = UPGRADES[route.feature ?? ''];
      if (requiredPlan === undefined) expect([route.path, body?.code]).not.toContain('upgrade_required');
      else
        expect([route.path, status, body]).toMatchObject([
          route.path,
          403,
          { code: 'upgrade_required', requiredPlan },
        ]);
    }
  });
});
