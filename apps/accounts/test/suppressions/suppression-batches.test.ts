import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type MemberPrincipal, type Role } from '@capture/contracts';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type {
  CheckedAddressesDto,
  SuppressedAddressesDto,
} from '../../src/suppressions/suppression-batch.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { People } from '../fixtures/people.js';

interface Refused {
  code?: string;
  field?: string;
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

describe('a list of addresses', () => {
  const check = (principal: MemberPrincipal, emails: string[]) =>
    service.call<CheckedAddressesDto & Refused>('POST', '/console/api/suppressions/check', {
      principal,
      body: { emails },
    });
  const add = (principal: MemberPrincipal, body: object) =>
    service.call<SuppressedAddressesDto & Refused>('POST', '/console/api/suppressions/batch', {
      principal,
      body,
    });

  it('is answered in its order: what is on the list of the organization in any spelling, and what is no address', async () => {
    const [mine, theirs] = [await signedInAs('admin'), await signedInAs('admin')];
    await add(mine, { emails: ['ada@bücher.test'], reason: 'bounced' });
    await add(theirs, { emails: ['bob@x.example'] });
    const { status, body } = await check(mine, ['bob@x.example', 'nobody', 'ADA@xn--bcher-kva.test']);
    expect([status, body.data]).toEqual([
      200,
      [
        { email: 'bob@x.example', reason: null },
        { email: null, reason: null },
        { email: 'ada@xn--bcher-kva.test', reason: 'bounced' },
      ],
    ]);
  });

  it('is added once: what is there keeps its reason, and the audit log names what is new', async () => {
    const admin = await signedInAs('admin');
    await add(admin, { emails: ['a@x.example'], reason: 'complained' });
    const emails = ['c@x.example', 'A@x.example', 'b@x.example', 'C@X.example'];
    const added = await add(admin, { emails, reason: 'bounced' });
    expect(added).toMatchObject({ status: 200, body: { added: 2, known: 1 } });
    expect(
      (await check(admin, ['a@x.example', 'b@x.example'])).body.data.map(({ reason }) => reason),
    ).toEqual(['complained', 'bounced']);
    const path = `${ORGS}/${admin.organizationId}/audit-log?action=suppression.added`;
    const { data } = (await service.call<AuditEntryPageDto>('GET', path)).body;
    expect(data.map(({ subject, actor, detail }) => [subject, actor, detail]).toSorted()).toEqual([
      ['a@x.example', admin.memberId, { reason: 'complained' }],
      ['b@x.example', admin.memberId, { reason: 'bounced' }],
      ['c@x.example', admin.memberId, { reason: 'bounced' }],
    ]);
  });

  it('does not bring back the address of a person who was erased: it counts as known, and stays a hash', async () => {
    const admin = await signedInAs('admin');
    const { organizationId } = admin;
    await add(admin, { emails: ['gone@x.example'], reason: 'complained' });
    await service.send('accounts.erase_person', {
      organizationId,
      erasureId: newId('erasure'),
      email: 'gone@x.example',
    });
    expect((await check(admin, ['Gone@x.example'])).body.data).toEqual([
      { email: 'gone@x.example', reason: 'complained' },
    ]);
    const added = await add(admin, { emails: ['gone@x.example', 'new@x.example'] });
    expect(added).toMatchObject({ status: 200, body: { added: 1, known: 1 } });
    const rows = await service.sql(
      'SELECT email FROM suppression WHERE organization_id = $1',
      organizationId,
    );
    expect(rows).toEqual([{ email: 'new@x.example' }]);
  });

  it('is added by two calls at once in whatever order, each address by one of them', async () => {
    const admin = await signedInAs('admin');
    const client = new pg.Client({
      connectionString: service.databaseUrl,
      options: '-c capture.organization=*',
    });
    await client.connect();
    await client.query('BEGIN');
    // Somebody else's, not yet committed: both calls come as far as they can before it is decided.
    await client.query(
      `INSERT INTO suppression (organization_id, email, reason, created_at) VALUES ($1, 'm@x.example', 'bounced', now())`,
      [admin.organizationId],
    );
    const adding = [
      add(admin, { emails: ['a@x.example', 'm@x.example', 'b@x.example'] }),
      add(admin, { emails: ['b@x.example', 'm@x.example', 'a@x.example'] }),
    ];
    await until('both to wait', async () => {
      const waiting = await service.sql(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query ILIKE 'INSERT%suppression%'`,
      );
      return waiting.length === 2;
    });
    await client.query('ROLLBACK');
    await client.end();
    const answers = await Promise.all(adding);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(3);
  });

  it('is refused as a whole when one is no address, or there are more than 1,000', async () => {
    const admin = await signedInAs('admin');
    const refused = await add(admin, { emails: ['ok@x.example', 'nobody'] });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'emails.1' } });
    expect((await check(admin, ['ok@x.example'])).body.data).toEqual([
      { email: 'ok@x.example', reason: null },
    ]);
    const many = Array.from({ length: 1001 }, (_each, index) => `person-${index}@x.example`);
    for (const { status, body } of [await check(admin, many), await add(admin, { emails: many })])
      expect([status, body.field]).toEqual([400, 'emails']);
    expect((await check(admin, [])).status).toBe(400);
  });

  it('is neither checked nor added by a producer', async () => {
    const producer = await signedInAs('producer');
    const emails = ['a@x.example'];
    for (const { status, body } of [await check(producer, emails), await add(producer, { emails })])
      expect([status, body.code]).toEqual([403, 'insufficient_role']);
  });
});
