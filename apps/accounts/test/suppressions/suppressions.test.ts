import { addressForm } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SuppressionDto, SuppressionPageDto } from '../../src/suppressions/suppression.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';

let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

describe('the suppression list', () => {
  const path = (id: string, rest = '') => `${ORGS}/${id}/suppressions${rest}`;
  const add = (id: string, body: object) => service.call<SuppressionDto>('POST', path(id), { body });

  it('keeps an address once, in lower case, with its latest reason', async () => {
    const { id } = await service.organization();
    const first = await add(id, { email: 'Gone@Example.com' });
    expect(first).toMatchObject({ status: 201, body: { email: 'gone@example.com', reason: 'unsubscribed' } });
    const second = await add(id, { email: 'gone@example.com', reason: 'complained' });
    expect(second.body).toEqual({ ...first.body, reason: 'complained' });
    expect((await service.call<SuppressionPageDto>('GET', path(id))).body.data).toEqual([second.body]);
  });

  it('answers other services which of their addresses are on it, whatever the case', async () => {
    const [mine, theirs] = [await service.organization(), await service.organization()];
    await add(mine.id, { email: 'a@x.example', reason: 'bounced' });
    await add(theirs.id, { email: 'b@x.example' });
    const emails = ['A@X.example', 'b@x.example', 'c@x.example'];
    const found = await service.send('accounts.list_suppressed', { organizationId: mine.id, emails });
    expect(found).toEqual([{ email: 'a@x.example', reason: 'bounced' }]);
  });

  it('knows an address in every spelling of it (scenario 91)', async () => {
    const { id } = await service.organization();
    await add(id, { email: 'ada@bücher.test' });
    expect((await add(id, { email: '"Jörg"@Example.org' })).body.email).toBe('jörg@example.org');
    const spellings = ['ada@xn--bcher-kva.test', 'ADA@bu\u0308cher.test', '"ada"@bücher.test'];
    for (const email of [...spellings, 'jo\u0308rg@example.org']) {
      const found = await service.send('accounts.list_suppressed', { organizationId: id, emails: [email] });
      expect([email, found.length]).toEqual([email, 1]);
    }
    for (const email of ['bob@su\u00adpp.test', 'bo\u200bb@supp.test', '\u202ebob@supp.test'])
      expect(await add(id, { email })).toMatchObject({ status: 400, body: { field: 'email' } });
    const one = path(id, `/${encodeURIComponent('ada@XN--bcher-kva.test')}`);
    expect((await service.call('DELETE', one)).status).toBe(204);
  });

  it('keeps what former releases wrote in other forms, in the one form (scenario 91)', async () => {
    const { id } = await service.organization();
    const legacy = [
      'ada@bücher.test',
      'ada@bu\u0308cher.test',
      'bo\u200bb@supp.test',
      '"eve"@supp.test',
      'max@例え.テスト',
    ];
    await add(id, { email: 'eve@supp.test', reason: 'complained' });
    for (const email of legacy)
      await service.sql(
        "INSERT INTO suppression (organization_id, email, reason, created_at) VALUES ($1, $2, 'bounced', now())",
        id,
        email,
      );
    await service.migrateAgain('20261122090000_address_forms');
    const { data } = (await service.call<SuppressionPageDto>('GET', path(id))).body;
    const forms = legacy.flatMap((email) => addressForm(email) ?? []);
    expect(data.map(({ email }) => email)).toEqual([...new Set([...forms, 'bob@supp.test'])].sort());
    expect(data.find(({ email }) => email === 'eve@supp.test')?.reason).toBe('complained');
  });

  it('lets an address go, once', async () => {
    const { id } = await service.organization();
    await add(id, { email: 'a+b@x.example' });
    const one = path(id, `/${encodeURIComponent('A+b@x.example')}`);
    expect((await service.call('DELETE', one)).status).toBe(204);
    expect((await service.refused('DELETE', one)).body.code).toBe('not_found');
    expect(
      await service.send('accounts.list_suppressed', { organizationId: id, emails: ['a+b@x.example'] }),
    ).toEqual([]);
  });

  it('is paged by address, and validated', async () => {
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
