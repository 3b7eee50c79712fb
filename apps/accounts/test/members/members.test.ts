import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberDto, MemberPageDto } from '../../src/members/member.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';

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
      body: { email: 'ben@acme.example', role: 'member', removedAt: null },
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
