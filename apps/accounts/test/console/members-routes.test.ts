import type { MemberPrincipal, Role } from '@capture/contracts';
import { OPERATOR, type Answer, type Method } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedKeyDto } from '../../src/api-keys/key.dto.js';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { MemberDto } from '../../src/members/member.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { People } from '../fixtures/people.js';

interface List {
  data: Record<string, unknown>[];
}

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

async function signedInAs(role: Role): Promise<MemberPrincipal> {
  const { org, email } = await people.person();
  await service.call('PATCH', `${ORGS}/${org}/members/${encodeURIComponent(email)}`, { body: { role } });
  return people.principal(await people.signedIn(email));
}

function call<T = List>(
  principal: MemberPrincipal,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer<T & { code?: string }>> {
  return service.call<T & { code?: string }>(method, `/console/api/${path}`, {
    principal,
    ...(body && { body }),
  });
}

const KEY = { name: 'Backend', mode: 'live', scopes: ['usage:read'] };

async function addMember(organizationId: string, role: Role): Promise<MemberDto> {
  const body = { email: people.newEmail(), role };
  return (await service.call<MemberDto>('POST', `${ORGS}/${organizationId}/members`, { body })).body;
}

describe('members see and change what operators do, of their own organization', () => {
  it.each(['keys', 'members', 'suppressions', 'audit-log'])('%s: the same list', async (list) => {
    const admin = await signedInAs('admin');
    const { organizationId } = admin;
    await call(admin, 'POST', 'keys', KEY);
    await call(admin, 'POST', 'suppressions', { email: 'gone@example.com' });
    const seen = await call(admin, 'GET', `${list}?limit=2`);
    const operators = await service.call<List>('GET', `${ORGS}/${organizationId}/${list}?limit=2`);
    expect([seen.status, seen.body]).toEqual([200, operators.body]);
    expect(seen.body.data.length).toBeGreaterThan(0);
    const { body: theirs } = await call(await signedInAs('admin'), 'GET', `${list}?limit=100`);
    expect(JSON.stringify(theirs)).not.toContain(organizationId);
    for (const entry of seen.body.data) expect(theirs.data).not.toContainEqual(entry);
  });

  it('each kind of caller is let in by its own path alone', async () => {
    const [admin, other] = [await signedInAs('admin'), await signedInAs('admin')];
    for (const { organizationId } of [admin, other])
      for (const list of ['keys', 'members', 'suppressions', 'audit-log']) {
        const path = `${ORGS}/${organizationId}/${list}`;
        expect([path, (await service.call('GET', path, { principal: admin })).status]).toEqual([path, 401]);
      }
    expect((await service.call('GET', '/v1/usage', { principal: admin })).status).toBe(401);
    for (const list of ['keys', 'members', 'suppressions', 'audit-log', 'usage']) {
      const path = `/console/api/${list}`;
      expect([path, (await service.call('GET', path, { principal: OPERATOR })).status]).toEqual([path, 401]);
    }
  });

  it('their keys are theirs, show their text once, and stop when they are revoked', async () => {
    const admin = await signedInAs('admin');
    const { status, body } = await call<IssuedKeyDto>(admin, 'POST', 'keys', KEY);
    expect([status, body.ownerMemberId]).toEqual([201, admin.memberId]);
    expect(await service.resolve(body.key)).not.toBeNull();
    const rotated = await call<IssuedKeyDto>(admin, 'POST', `keys/${body.id}/rotate`, { overlapSec: 3_600 });
    expect([rotated.status, rotated.body.key === body.key]).toEqual([201, false]);
    const shown = JSON.stringify([
      (await call(admin, 'GET', 'keys')).body,
      (await call(admin, 'GET', `keys/${body.id}`)).body,
    ]);
    for (const text of [body.key, rotated.body.key]) expect(shown).not.toContain(text);
    expect((await call(admin, 'POST', `keys/${body.id}/revoke`)).status).toBe(200);
    expect(await service.resolve(rotated.body.key)).toBeNull();
    const log = await call<AuditEntryPageDto>(admin, 'GET', 'audit-log');
    expect(log.body.data.slice(0, 3).map(({ action, actor }) => [action, actor])).toEqual([
      ['key.revoked', admin.memberId],
      ['key.rotated', admin.memberId],
      ['key.created', admin.memberId],
    ]);
  });

  it("another organization's key, member and suppression are not there", async () => {
    const [admin, other] = [await signedInAs('owner'), await signedInAs('owner')];
    const { body: key } = await call<IssuedKeyDto>(other, 'POST', 'keys', KEY);
    await call(other, 'POST', 'suppressions', { email: 'theirs@example.com' });
    const tries: [Method, string, object?][] = [
      ['GET', `keys/${key.id}`],
      ['PATCH', `keys/${key.id}`, { name: 'Mine' }],
      ['POST', `keys/${key.id}/rotate`],
      ['POST', `keys/${key.id}/revoke`],
      ['PATCH', `members/${other.memberId}`, { role: 'viewer' }],
      ['DELETE', `members/${other.memberId}`],
      ['DELETE', 'suppressions/theirs@example.com'],
    ];
    for (const [method, path, body] of tries)
      expect([path, (await call(admin, method, path, body)).body.code]).toEqual([path, 'not_found']);
    expect(await service.resolve(key.key)).not.toBeNull();
    expect((await call(other, 'GET', 'suppressions')).body.data).toHaveLength(1);
  });

  it('admins give and take every role but that of owners; the last owner stays', async () => {
    const admin = await signedInAs('admin');
    const { organizationId } = admin;
    const [viewer, owner] = [
      await addMember(organizationId, 'viewer'),
      await addMember(organizationId, 'owner'),
    ];
    const change = (by: MemberPrincipal, id: string, role: Role) =>
      call<MemberDto>(by, 'PATCH', `members/${id}`, { role });
    expect((await change(admin, viewer.id, 'producer')).body.role).toBe('producer');
    for (const refused of [
      await change(admin, viewer.id, 'owner'),
      await change(admin, owner.id, 'viewer'),
      await call(admin, 'DELETE', `members/${owner.id}`),
    ])
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'insufficient_role', action: 'owners.manage' },
      });
    const asOwner = { ...admin, role: 'owner' as const };
    expect((await change(asOwner, viewer.id, 'owner')).status).toBe(200);
    expect((await call(admin, 'DELETE', `members/${viewer.id}`)).status).toBe(403);
    const owners = (await call<{ data: MemberDto[] }>(asOwner, 'GET', 'members')).body.data.filter(
      ({ role }) => role === 'owner',
    );
    const answers = [];
    for (const { id } of owners) answers.push((await call(asOwner, 'DELETE', `members/${id}`)).status);
    expect(answers).toEqual([...owners.slice(1).map(() => 204), 409]);
  });

  it('read usage and the organization, and admins rename it; nothing else of it is theirs to change', async () => {
    const [viewer, admin] = [await signedInAs('viewer'), await signedInAs('admin')];
    for (const path of ['usage', 'organization']) expect((await call(viewer, 'GET', path)).status).toBe(200);
    expect((await call(viewer, 'PATCH', 'organization', { name: 'Mine' })).body.code).toBe(
      'insufficient_role',
    );
    const body = { name: 'Renamed', plan: 'platform', allowanceSec: 1 };
    expect((await call(admin, 'PATCH', 'organization', body)).status).toBe(400);
    const renamed = await call<{ name: string; plan: string }>(admin, 'PATCH', 'organization', {
      name: 'Renamed',
    });
    expect(renamed.body).toMatchObject({ name: 'Renamed', plan: 'team' });
    const [event] = (await service.eventsUntil(admin.organizationId, 'organization.updated', 2)).slice(-1);
    expect(event?.data).toMatchObject({ name: 'Renamed' });
  });

  it('admins say for how long footage is kept, which other services hear and the audit log has under their name', async () => {
    const [viewer, admin] = [await signedInAs('viewer'), await signedInAs('admin')];
    const change = (who: typeof admin, retentionDays: unknown) =>
      call<{ name: string; retentionDays: number | null }>(who, 'PATCH', 'organization', { retentionDays });
    expect((await change(viewer, 30)).status).toBe(403);
    for (const wrong of [0, 36_501, 1.5, '30']) expect((await change(admin, wrong)).status).toBe(400);
    const { name } = (await call<{ name: string }>(admin, 'GET', 'organization')).body;
    expect((await change(admin, 30)).body).toMatchObject({ name, retentionDays: 30 });
    expect((await change(admin, null)).body).toMatchObject({ name, retentionDays: null });
    const events = await service.eventsUntil(admin.organizationId, 'organization.updated', 3);
    const days = events.map(({ data }) => (data as { retentionDays: number | null }).retentionDays);
    expect(days).toEqual([null, 30, null]);
    const log = await call<AuditEntryPageDto>(admin, 'GET', 'audit-log?action=organization.changed');
    expect(log.body.data.map(({ actor, detail }) => [actor, detail])).toEqual(
      [null, 30].map((retentionDays) => [expect.stringMatching(/^mem_/), { retentionDays }]),
    );
  });
});
