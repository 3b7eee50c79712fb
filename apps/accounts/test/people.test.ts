import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { MemberPageDto, MemberDto } from '../src/members/member.dto.js';
import type { SuppressionPageDto, SuppressionDto } from '../src/suppressions/suppression.dto.js';
import { AccountsUnderTest } from './service.js';

const ORGS = '/operator/v1/orgs';
let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

describe('members', () => {
  const add = (id: string, body: object) =>
    service.call<MemberDto>('POST', `${ORGS}/${id}/members`, { body });
  const list = async (id: string, query = '') =>
    (await service.call<MemberPageDto>('GET', `${ORGS}/${id}/members${query}`)).body;

  test('are added under their address in lower case, once', async () => {
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

  test('added ten times at once are one person', async () => {
    const { id } = await service.organization();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => add(id, { email: 'dee@acme.example' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test('who were removed are gone from the list, and come back as the same person', async () => {
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

  test('always include an owner: the last one cannot be removed', async () => {
    const { id, owner } = await service.organization();
    await add(id, { email: 'ben@acme.example' });
    const path = `${ORGS}/${id}/members/${owner.id}`;
    expect(await service.refused('DELETE', path)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await add(id, { email: 'eve@acme.example', role: 'owner' });
    expect((await service.call('DELETE', path)).status).toBe(204);
    const { ownerMemberId } = await service.send('accounts.check_allowance', { organizationId: id });
    expect((await list(id)).data.find(({ role }) => role === 'owner')?.id).toBe(ownerMemberId);
  });

  test('are paged, validated and of one organization only', async () => {
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

describe('the suppression list', () => {
  const path = (id: string, rest = '') => `${ORGS}/${id}/suppressions${rest}`;
  const add = (id: string, body: object) => service.call<SuppressionDto>('POST', path(id), { body });

  test('keeps an address once, in lower case, with its latest reason', async () => {
    const { id } = await service.organization();
    const first = await add(id, { email: 'Gone@Example.com' });
    expect(first).toMatchObject({ status: 201, body: { email: 'gone@example.com', reason: 'unsubscribed' } });
    const second = await add(id, { email: 'gone@example.com', reason: 'complained' });
    expect(second.body).toEqual({ ...first.body, reason: 'complained' });
    expect((await service.call<SuppressionPageDto>('GET', path(id))).body.data).toEqual([second.body]);
  });

  test('answers other services which of their addresses are on it, whatever the case', async () => {
    const [mine, theirs] = [await service.organization(), await service.organization()];
    await add(mine.id, { email: 'a@x.example', reason: 'bounced' });
    await add(theirs.id, { email: 'b@x.example' });
    const emails = ['A@X.example', 'b@x.example', 'c@x.example'];
    const found = await service.send('accounts.list_suppressed', { organizationId: mine.id, emails });
    expect(found).toEqual([{ email: 'a@x.example', reason: 'bounced' }]);
  });

  test('lets an address go, once', async () => {
    const { id } = await service.organization();
    await add(id, { email: 'a+b@x.example' });
    const one = path(id, `/${encodeURIComponent('A+b@x.example')}`);
    expect((await service.call('DELETE', one)).status).toBe(204);
    expect((await service.refused('DELETE', one)).body.code).toBe('not_found');
    expect(
      await service.send('accounts.list_suppressed', { organizationId: id, emails: ['a+b@x.example'] }),
    ).toEqual([]);
  });

  test('is paged by address, and validated', async () => {
    const { id } = await service.organization();
    for (const name of ['c', 'a', 'b']) await add(id, { email: `${name}@x.example` });
    const first = (await service.call<SuppressionPageDto>('GET', path(id, '?limit=2'))).body;
    const cursor = encodeURIComponent(first.nextCursor ?? '');
    const second = (await service.call<SuppressionPageDto>('GET', path(id, `?limit=2&cursor=${cursor}`)))
      .body;
    const emails = [...first.data, ...second.data].map(({ email }) => email);
    expect([emails, second.nextCursor]).toEqual([['a@x.example', 'b@x.example', 'c@x.example'], null]);
    expect((await service.refused('GET', path(id, '?cursor=z@x.example'))).body.code).toBe('invalid_cursor');
    const bad = await service.refused('POST', path(id), { body: { email: 'a@x.example', reason: 'spite' } });
    expect(bad).toMatchObject({ status: 400, body: { field: 'reason' } });
  });
});
