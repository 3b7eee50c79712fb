import type { OrganizationUpdated } from '@capture/contracts';
import { keyPrincipal, PUBLIC } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { OrganizationDto, OrganizationPageDto } from '../../src/organizations/organization.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';

let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

describe('changing an organization', () => {
  it('changes what is given, keeps the rest, and raises the revision of its events by one each', async () => {
    const { id } = await service.organization('team');
    const patch = (body: object) => service.call<OrganizationDto>('PATCH', `${ORGS}/${id}`, { body });
    expect((await patch({ paused: true })).body).toMatchObject({ paused: true, plan: 'team' });
    expect((await patch({ plan: 'platform' })).body).toMatchObject({ paused: true, plan: 'platform' });
    expect((await patch({ allowanceSec: 60 })).body.allowance).toEqual({ includedSec: 60, overridden: true });
    expect((await patch({ retentionDays: 30 })).body.retentionDays).toBe(30);
    const last = await patch({ allowanceSec: null, retentionDays: null, paused: false });
    expect(last.body).toMatchObject({
      paused: false,
      retentionDays: null,
      allowance: { includedSec: 3_600_000, overridden: false },
    });
    const events = await service.eventsUntil(id, 'organization.updated', 6);
    expect(events.map((event) => (event.data as OrganizationUpdated).revision).sort()).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  it('to what it is already is no change: no event and no line in the log', async () => {
    const { id } = await service.organization();
    const { status } = await service.call('PATCH', `${ORGS}/${id}`, {
      body: { paused: false, plan: 'platform' },
    });
    expect(status).toBe(200);
    const { body: log } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log`);
    expect(log.data.map(({ action }) => action)).toEqual(['organization.created']);
    expect(await service.eventsUntil(id, 'organization.updated', 1)).toHaveLength(1);
  });

  it('twenty at once all count: none overwrites another, and no revision is used twice', async () => {
    const { id } = await service.organization();
    const days = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(
      days.map((retentionDays) => service.call('PATCH', `${ORGS}/${id}`, { body: { retentionDays } })),
    );
    const events = await service.eventsUntil(id, 'organization.updated', 21);
    const revisions = events.map((event) => (event.data as OrganizationUpdated).revision);
    expect(new Set(revisions).size).toBe(21);
    expect(Math.max(...revisions)).toBe(21);
  });

  it('refuses null where a value is needed, and an organization that is not there', async () => {
    const { id } = await service.organization();
    const refused = await service.refused('PATCH', `${ORGS}/${id}`, { body: { paused: null } });
    expect(refused).toMatchObject({ status: 400, body: { field: 'paused' } });
    const absent = await service.refused('PATCH', `${ORGS}/org_00000000000000000000000000`, { body: {} });
    expect(absent).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('text that no database could keep', () => {
  it('is a bad field in a body, an id of nothing in a path, a cursor of nothing in a query', async () => {
    const { id } = await service.organization();
    for (const name of ['a\u0000b', 'a\ud800b', 'a\nb']) {
      const answer = await service.refused('POST', ORGS, { body: { name, plan: 'team' } });
      expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
    }
    for (const path of ['/%00', `/${id}/keys/%00`, `/${id}/suppressions`, `/${id}/members`]) {
      const method = path.endsWith('s') ? 'DELETE' : 'GET';
      const url = method === 'DELETE' ? `${ORGS}${path}/%00` : `${ORGS}${path}`;
      expect((await service.refused(method, url)).status, url).toBe(404);
    }
    for (const list of ['', `/${id}/members`, `/${id}/keys`, `/${id}/suppressions`, `/${id}/audit-log`]) {
      for (const cursor of ['%00', '', 'nothing']) {
        const answer = await service.refused('GET', `${ORGS}${list}?cursor=${cursor}`);
        expect([answer.status, answer.body.code], `${list} ${cursor}`).toEqual([400, 'invalid_cursor']);
      }
    }
  });
});

describe('the operator API', () => {
  it('takes the operator only: no API key, no capability, nobody', async () => {
    const { id } = await service.organization();
    const principals = [
      keyPrincipal({ organizationId: id }),
      { kind: 'capability', token: 'x' },
      PUBLIC,
      null,
    ] as const;
    const routes = ['', `/${id}`, `/${id}/members`, `/${id}/keys`, `/${id}/suppressions`, `/${id}/audit-log`];
    for (const principal of principals) {
      for (const route of routes) {
        const { status, body } = await service.refused('GET', `${ORGS}${route}`, { principal });
        expect([status, body.code], route).toEqual([401, 'unauthorized']);
      }
    }
  });

  it('pages through organizations newest first, each once, and refuses a cursor of nothing', async () => {
    const made = [];
    for (let index = 0; index < 5; index += 1) made.push((await service.organization()).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body }: { body: OrganizationPageDto } = await service.call('GET', `${ORGS}?limit=2${query}`);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen.slice(0, 5)).toEqual(made.reverse());
    expect(new Set(seen).size).toBe(seen.length);
    const wrong = await service.refused('GET', `${ORGS}?cursor=org_00000000000000000000000000`);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    const limit = await service.refused('GET', `${ORGS}?limit=101`);
    expect(limit).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'limit' } });
  });
});
