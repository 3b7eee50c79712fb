import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { OrganizationUpdated } from '@capture/contracts';
import type { AuditEntryPageDto } from '../src/audit/audit.dto.js';
import type { OrganizationDto, OrganizationPageDto } from '../src/organizations/organization.dto.js';
import type { CreatedOrganizationDto } from '../src/provisioning/provisioning.dto.js';
import { AccountsUnderTest, keyOf } from './service.js';

let service: AccountsUnderTest;
const ORGS = '/operator/v1/orgs';

beforeAll(async () => {
  service = await AccountsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

describe('creating an organization', () => {
  test('answers it with what its plan gives, and always makes an owner', async () => {
    const body = { name: 'Acme', plan: 'team', ownerEmail: 'Ada@Acme.example' };
    const { status, body: made } = await service.call<CreatedOrganizationDto>('POST', ORGS, { body });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      name: 'Acme',
      plan: 'team',
      features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks'],
      limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
      paused: false,
      allowance: { includedSec: 360_000, overridden: false },
      retentionDays: null,
      owner: { email: 'ada@acme.example', role: 'owner', removedAt: null },
    });
    const { body: read } = await service.call<OrganizationDto>('GET', `${ORGS}/${made.id}`);
    expect({ ...read, owner: made.owner }).toEqual(made);
  });

  test('without an owner address makes one under an address that takes no mail', async () => {
    const body = { name: 'Nobody', plan: 'free' };
    const { body: made } = await service.call<CreatedOrganizationDto>('POST', ORGS, { body });
    expect(made.owner.email).toMatch(/\.invalid$/);
  });

  test('states the whole organization as an event of revision 1', async () => {
    const { id } = await service.organization('platform');
    const [event] = await service.eventsUntil(id, 'organization.updated', 1);
    expect(event?.data).toEqual({
      name: 'Acme',
      plan: 'platform',
      features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks', 'consent_evidence'],
      limits: { rosterCap: 1000, submissionCap: 10_000, maxGuests: 8 },
      paused: false,
      retentionDays: null,
      revision: 1,
    } satisfies OrganizationUpdated);
  });

  test('names the bad field: unknown plan, missing name, bad address, field of its own making', async () => {
    const post = (body: object) => service.refused('POST', ORGS, { body });
    const cases: [object, string, string][] = [
      [{ name: 'A', plan: 'gold' }, 'plan', 'not_allowed'],
      [{ plan: 'team' }, 'name', 'required'],
      [{ name: 'A', plan: 'team', ownerEmail: 'nobody' }, 'ownerEmail', 'format'],
      [{ name: 'A', plan: 'team', revision: 7 }, 'revision', 'unknown_field'],
    ];
    for (const [body, field, code] of cases) {
      const answer = await post(body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field } });
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }));
    }
  });
});

describe('changing an organization', () => {
  test('changes what is given, keeps the rest, and raises the revision of its events by one each', async () => {
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

  test('to what it is already is no change: no event and no line in the log', async () => {
    const { id } = await service.organization();
    const { status } = await service.call('PATCH', `${ORGS}/${id}`, {
      body: { paused: false, plan: 'platform' },
    });
    expect(status).toBe(200);
    const { body: log } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log`);
    expect(log.data.map(({ action }) => action)).toEqual(['organization.created']);
  });

  test('twenty at once all count: none overwrites another, and no revision is used twice', async () => {
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

  test('refuses null where a value is needed, and an organization that is not there', async () => {
    const { id } = await service.organization();
    const refused = await service.refused('PATCH', `${ORGS}/${id}`, { body: { paused: null } });
    expect(refused).toMatchObject({ status: 400, body: { field: 'paused' } });
    const absent = await service.refused('PATCH', `${ORGS}/org_00000000000000000000000000`, { body: {} });
    expect(absent).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('text that no database could keep', () => {
  test('is a bad field in a body, an id of nothing in a path, a cursor of nothing in a query', async () => {
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
  test('takes the operator only: no API key, no capability, nobody', async () => {
    const { id } = await service.organization();
    const principals = [keyOf(id), { kind: 'capability', token: 'x' }, { kind: 'public' }, null] as const;
    const routes = ['', `/${id}`, `/${id}/members`, `/${id}/keys`, `/${id}/suppressions`, `/${id}/audit-log`];
    for (const principal of principals) {
      for (const route of routes) {
        const { status, body } = await service.refused('GET', `${ORGS}${route}`, { principal });
        expect([status, body.code], route).toEqual([401, 'unauthorized']);
      }
    }
  });

  test('pages through organizations newest first, each once, and refuses a cursor of nothing', async () => {
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

  test('logs every change with who, from where and what, and the log cannot be rewritten', async () => {
    const { id } = await service.organization();
    await service.call('PATCH', `${ORGS}/${id}`, { body: { plan: 'team' } });
    const key = await service.key(id);
    await service.call('POST', `${ORGS}/${id}/keys/${key.id}/revoke`);
    await service.call('POST', `${ORGS}/${id}/suppressions`, { body: { email: 'a@b.example' } });
    const { body: log } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log`);
    expect(log.data.map(({ action, subject }) => [action, subject])).toEqual([
      ['suppression.added', 'a@b.example'],
      ['key.revoked', key.id],
      ['key.created', key.id],
      ['organization.changed', id],
      ['organization.created', id],
    ]);
    expect(log.data[3]).toMatchObject({ actor: 'operator', ip: '203.0.113.7', detail: { plan: 'team' } });
    expect(JSON.stringify(log)).not.toContain(key.key);
    await expect(service.sql('UPDATE audit_entry SET actor = $1', 'nobody')).rejects.toThrow('append only');
    await expect(service.sql('DELETE FROM audit_entry')).rejects.toThrow('append only');
  });
});
