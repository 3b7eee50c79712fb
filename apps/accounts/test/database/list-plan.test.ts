import { listFaults } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';
import { People } from '../fixtures/people.js';

const ROWS = 20_000;
const LIMIT = 25;
const OWN = `CASE n % 2 WHEN 0 THEN $1 ELSE 'org_0' || lpad('1', 25, '0') END`;
const PADDED = `lpad(n::text, 25, '0')`;

/** Inserts many rows at once. Half of them are another organization's; ids are well-formed and ascending. */
const MANY = [
  `INSERT INTO organization (id, name, plan_name, created_at, updated_at)
   SELECT 'org_0' || ${PADDED}, 'n', 'team', now(), now() FROM generate_series(1, $2::int) n WHERE $1 <> ''`,
  `INSERT INTO member (id, organization_id, email, role, created_at)
   SELECT 'mem_0' || ${PADDED}, ${OWN}, n || '@example.com', 'member', now() FROM generate_series(1, $2::int) n`,
  `INSERT INTO api_key (id, organization_id, name, mode, scopes, owner_member_id, created_at)
   SELECT 'key_0' || ${PADDED}, ${OWN}, 'n', 'live', '{usage:read}', 'mem_0' || ${PADDED}, now() FROM generate_series(1, $2::int) n`,
  `INSERT INTO key_secret (hash, key_id, hint, created_at)
   SELECT id, id, 'cap_live_1234', now() FROM api_key WHERE $1 <> '' AND $2::int > 0 AND id LIKE 'key_0%'`,
  `INSERT INTO suppression (organization_id, email, reason, created_at)
   SELECT ${OWN}, ${PADDED} || '@example.com', 'bounced', now() FROM generate_series(1, $2::int) n`,
  `INSERT INTO audit_entry (id, organization_id, actor, ip, action, subject, detail, at)
   SELECT 1000000 + n, ${OWN}, 'operator', '::1', 'key.revoked', CASE n % 20 WHEN 0 THEN 'rare' ELSE 'key' END, '{}', now() FROM generate_series(1, $2::int) n`,
  `INSERT INTO invitation (id, organization_id, email, role, invited_by, token_hash, created_at, mailed_at, expires_at)
   SELECT 'ivn_0' || ${PADDED}, ${OWN}, n || '@example.com', 'viewer', 'mem', n, now(), now(), now() + interval '7 days'
   FROM generate_series(1, $2::int) n`,
];

let service: AccountsUnderTest;
let organizationId: string;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  organizationId = (await service.organization()).id;
  for (const statement of MANY) await service.sql(statement, organizationId, ROWS);
  await service.sql('ANALYZE');
});
afterAll(() => service.stop());

describe('lists cost the same at any depth', () => {
  const padded = (n: number): string => String(n).padStart(25, '0');

  it.each([
    ['organizations', '', ''],
    ['organizations', '', `&cursor=org_0${padded(2000)}`],
    ['keys', '/keys', ''],
    ['keys', '/keys', `&cursor=key_0${padded(2000)}`],
    ['members', '/members', ''],
    ['members', '/members', `&cursor=mem_0${padded(2000)}`],
    ['suppressions', '/suppressions', ''],
    ['suppressions', '/suppressions', `&cursor=${padded(ROWS - 2000)}@example.com`],
    ['the audit log', '/audit-log', ''],
    ['the audit log', '/audit-log', '&cursor=1002000'],
    ['what happened to one object', '/audit-log', '&subject=rare'],
  ])('%s%s%s: an index, no sort', async (_what, list, cursor) => {
    const owner = list === '' ? '' : `/${organizationId}`;
    const path = `/operator/v1/orgs${owner}${list}?limit=${LIMIT}${cursor}`;
    const read = async (): Promise<void> => {
      const { status, body } = await service.call<{ data: unknown[] }>('GET', path);
      expect([status, body]).toEqual([200, expect.objectContaining({ data: expect.any(Array) })]);
      expect(body.data).toHaveLength(LIMIT);
    };
    expect(await listFaults(LIMIT, read)).toEqual([]);
  });

  it.each(['', `&cursor=ivn_0${padded(2000)}`])('invitations%s: an index, no sort', async (cursor) => {
    const people = new People(service);
    const { email } = await people.person();
    const member = await people.principal(await people.signedIn(email));
    const principal = { ...member, organizationId, role: 'admin' as const };
    const read = async (): Promise<void> => {
      const path = `/console/api/invitations?limit=${LIMIT}${cursor}`;
      const { status, body } = await service.call<{ data: unknown[] }>('GET', path, { principal });
      expect([status, body.data?.length]).toEqual([200, LIMIT]);
    };
    expect(await listFaults(LIMIT, read)).toEqual([]);
  });
});
