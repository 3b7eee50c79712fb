import { sha256Hex } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { MemberDto, MemberPageDto } from '../../src/members/member.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { People } from '../fixtures/people.js';

let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

describe('members', () => {
  const add = (id: string, body: object) =>
    service.call<MemberDto>('POST', `${ORGS}/${id}/members`, { body });
  const list = async (id: string, query = '') =>
    (await service.call<MemberPageDto>('GET', `${ORGS}/${id}/members${query}`)).body;

  it('are added under their address in lower case, once', async () => {
    const { id } = await service.organization();
    const added = await add(id, { email: 'Ben@Acme.example' });
    expect(added).toMatchObject({
      status: 201,
      body: { email: 'ben@acme.example', role: 'producer', removedAt: null },
    });
    expect((await add(id, { email: 'ben@acme.EXAMPLE' })).status).toBe(409);
    expect((await list(id)).data.map(({ email }) => email)).toEqual([
      'ben@acme.example',
      'owner@acme.example',
    ]);
  });

  it('added ten times at once are one person', async () => {
    const { id } = await service.organization();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => add(id, { email: 'dee@acme.example' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  it('who were removed are gone from the list, and come back as the same person', async () => {
    const { id } = await service.organization();
    const { body: ben } = await add(id, { email: 'ben@acme.example' });
    const remove = (who: string) =>
      service.call('DELETE', `${ORGS}/${id}/members/${encodeURIComponent(who)}`);
    expect((await remove('BEN@acme.example')).status).toBe(204);
    expect((await remove('ben@acme.example')).status).toBe(404);
    expect((await list(id)).data).toHaveLength(1);
    const { body: again } = await add(id, { email: 'ben@acme.example', role: 'owner' });
    expect(again).toMatchObject({ id: ben.id, role: 'owner', removedAt: null });
  });

  it('always include an owner: the last one cannot be removed', async () => {
    const { id, owner } = await service.organization();
    await add(id, { email: 'ben@acme.example' });
    const path = `${ORGS}/${id}/members/${owner.id}`;
    expect(await service.refused('DELETE', path)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await add(id, { email: 'eve@acme.example', role: 'owner' });
    expect((await service.call('DELETE', path)).status).toBe(204);
    const { ownerMemberId } = await service.send('accounts.check_allowance', { organizationId: id });
    expect((await list(id)).data.find(({ role }) => role === 'owner')?.id).toBe(ownerMemberId);
  });

  it('keep an owner: the last one becomes nothing else, one of two does', async () => {
    const { id, owner } = await service.organization();
    const path = `${ORGS}/${id}/members/${owner.id}`;
    for (const role of ['admin', 'producer', 'viewer'])
      expect(await service.refused('PATCH', path, { body: { role } })).toMatchObject({ status: 409 });
    expect((await service.call('PATCH', path, { body: { role: 'owner' } })).body).toEqual(owner);
    const { body: eve } = await add(id, { email: 'eve@acme.example', role: 'owner' });
    const both = await Promise.all(
      [owner, eve].map(({ id: who }) =>
        service.call('PATCH', `${ORGS}/${id}/members/${who}`, { body: { role: 'admin' } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await list(id)).data.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  it('get another role by id or address, and nothing else that there is not', async () => {
    const { id } = await service.organization();
    const { body: ben } = await add(id, { email: 'ben@acme.example', role: 'viewer' });
    const path = (who: string) => `${ORGS}/${id}/members/${encodeURIComponent(who)}`;
    for (const [who, role] of [
      [ben.id, 'producer'],
      ['BEN@acme.example', 'admin'],
    ] as const) {
      const { status, body } = await service.call<MemberDto>('PATCH', path(who), { body: { role } });
      expect([status, body]).toEqual([200, { ...ben, role }]);
    }
    for (const role of ['king', 'member', null, undefined])
      expect((await service.refused('PATCH', path(ben.id), { body: { role } })).status).toBe(400);
    const absent = await service.refused('PATCH', path('eve@acme.example'), { body: { role: 'viewer' } });
    expect(absent.status).toBe(404);
    const { body: log } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log`);
    expect(log.data[0]).toMatchObject({
      action: 'member.role_changed',
      subject: ben.id,
      detail: { email: 'ben@acme.example', role: 'admin' },
    });
  });

  it('who get another role are signed out, which the other services hear, and anybody else is not', async () => {
    const people = new People(service);
    const { org, email, member } = await people.person();
    const colleague = await people.person();
    const [token, theirs] = [await people.signedIn(email), await people.signedIn(colleague.email)];
    const { signInId } = await people.principal(token);
    const path = `${ORGS}/${org}/members/${member.id}`;
    await service.call('PATCH', path, { body: { role: 'producer' } });
    expect((await people.principal(token)).role).toBe('member');
    await service.call('PATCH', path, { body: { role: 'viewer' } });
    const resolve = (text: string) =>
      service.send('accounts.resolve_sign_in', { tokenSha256: sha256Hex(text) });
    expect(await resolve(token)).toBeNull();
    expect(await resolve(theirs)).not.toBeNull();
    const [ended] = await service.eventsUntil(org, 'sign_in.ended', 1);
    expect(ended?.data).toEqual({ memberId: member.id, signInId });
    expect((await people.principal(await people.signedIn(email))).role).toBe('viewer');
  });

  it('of the former release are producers, and are stored under the name that it knows', async () => {
    const { id } = await service.organization();
    const { body: ben } = await add(id, { email: 'ben@acme.example', role: 'member' });
    const { body: eve } = await add(id, { email: 'eve@acme.example', role: 'producer' });
    expect([ben.role, eve.role]).toEqual(['producer', 'producer']);
    const stored = await service.sql<{ role: string }>(
      'SELECT role FROM member WHERE organization_id = $1',
      id,
    );
    expect(stored.map(({ role }) => role).sort()).toEqual(['member', 'member', 'owner']);
    await service.sql("UPDATE member SET role = 'producer' WHERE id = $1", eve.id);
    expect((await list(id)).data.map(({ role }) => role)).toEqual(['producer', 'producer', 'owner']);
  });

  it('are paged, validated and of one organization only', async () => {
    const [mine, theirs] = [await service.organization(), await service.organization()];
    await add(mine.id, { email: 'ben@acme.example' });
    const first = await list(mine.id, '?limit=1');
    const second = await list(mine.id, `?limit=1&cursor=${first.nextCursor}`);
    expect([first.data[0]?.email, second.data[0]?.email]).toEqual(['ben@acme.example', 'owner@acme.example']);
    expect(second.nextCursor).toBeNull();
    const foreign = await service.refused('GET', `${ORGS}/${mine.id}/members?cursor=${theirs.owner.id}`);
    expect(foreign.body.code).toBe('invalid_cursor');
    expect((await service.refused('DELETE', `${ORGS}/${mine.id}/members/${theirs.owner.id}`)).status).toBe(
      404,
    );
    const bad = await service.refused('POST', `${ORGS}/${mine.id}/members`, {
      body: { email: 'x', role: 'king' },
    });
    expect(bad.body.errors?.map(({ field }) => field).sort()).toEqual(['email', 'role']);
    expect((await add('org_00000000000000000000000000', { email: 'a@b.example' })).status).toBe(404);
  });
});
