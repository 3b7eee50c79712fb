import { newId, type CommandReply } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { SuppressionPageDto } from '../../src/suppressions/suppression.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { People } from '../fixtures/people.js';

let service: AccountsUnderTest;
let people: People;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({ CAPTURE_MAIL_DIR: mailbox.folder });
  people = new People(service);
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});

type Erased = CommandReply<'accounts.erase_person'>;

const erase = (organizationId: string, email: string, erasureId = newId('erasure')): Promise<Erased> =>
  service.send('accounts.erase_person', { organizationId, erasureId, email });

const suppress = (organizationId: string, email: string, reason = 'bounced') =>
  service.call('POST', `${ORGS}/${organizationId}/suppressions`, { body: { email, reason } });

const suppressed = (organizationId: string, email: string): Promise<unknown> =>
  service.send('accounts.list_suppressed', { organizationId, emails: [email] });

/** Tables of the service that have the text anywhere, in rows of the organization. */
async function tablesWith(text: string, organizationId: string): Promise<string[]> {
  const tables = await service.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `SELECT 1 FROM "${name}" t WHERE organization_id = $2 AND position($1 in t::text) > 0 LIMIT 1`;
    if ((await service.sql(sql, text, organizationId)).length > 0) found.push(name);
  }
  return found.sort();
}

describe('erasing an address', () => {
  it('leaves it nowhere in its organization, and everywhere in another one', async () => {
    const email = 'canary.one@x.example';
    const [mine, theirs] = [await people.person(), await people.person()];
    for (const { org } of [mine, theirs]) {
      await service.call('POST', `${ORGS}/${org}/members`, { body: { email, role: 'viewer' } });
      await service.call('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(email)}`);
      await suppress(org, email);
    }
    for (const { org, email: colleague } of [mine, theirs]) {
      const member = `${ORGS}/${org}/members/${encodeURIComponent(colleague)}`;
      await service.call('PATCH', member, { body: { role: 'admin' } });
      const principal = await people.principal(await people.signedIn(colleague));
      const invited = await service.call('POST', '/console/api/invitations', {
        principal,
        body: { email, role: 'viewer' },
      });
      expect(invited.status).toBe(201);
      expect(await tablesWith(email, org)).toEqual(['audit_entry', 'invitation', 'member', 'suppression']);
    }
    const { counts } = await erase(mine.org, email);
    expect(counts).toMatchObject({ invitations: 1, suppressions: 1, formerMembers: 1 });
    expect(counts['auditEntries']).toBeGreaterThanOrEqual(4);
    expect(await tablesWith(email, mine.org)).toEqual([]);
    expect(await tablesWith(email, theirs.org)).toEqual([
      'audit_entry',
      'invitation',
      'member',
      'suppression',
    ]);
  });

  it('goes on suppressing it, in any spelling and in this organization alone, until it is taken off the list', async () => {
    const [mine, theirs] = [await service.organization(), await service.organization()];
    const email = 'ada@xn--bcher-kva.test';
    await suppress(mine.id, email, 'complained');
    await erase(mine.id, email);
    const { body } = await service.call<SuppressionPageDto>('GET', `${ORGS}/${mine.id}/suppressions`);
    expect(body.data).toEqual([]);
    expect(await suppressed(mine.id, 'ADA@bücher.test')).toEqual([{ email, reason: 'complained' }]);
    expect(await suppressed(theirs.id, email)).toEqual([]);
    const one = `${ORGS}/${mine.id}/suppressions/${encodeURIComponent(email)}`;
    expect((await service.call('DELETE', one)).status).toBe(204);
    expect(await suppressed(mine.id, email)).toEqual([]);
    expect(await tablesWith(email, mine.id)).toEqual([]);
    expect((await service.call('DELETE', one)).status).toBe(404);
  });

  it('keeps of it what cannot be matched between organizations', async () => {
    const email = 'matched@x.example';
    const hashes = await Promise.all(
      [await service.organization(), await service.organization()].map(async ({ id }) => {
        await suppress(id, email);
        await erase(id, email);
        const rows = 'SELECT address_hash AS hash FROM erased_suppression WHERE organization_id = $1';
        return (await service.sql<{ hash: string }>(rows, id)).map(({ hash }) => hash);
      }),
    );
    expect(new Set(hashes.flat()).size).toBe(2);
  });

  it('leaves entries of the audit log as they were but for the address, also inside of details', async () => {
    const { id } = await service.organization();
    const email = 'ada@x.example';
    await suppress(id, email);
    await suppress(id, `also-${email}`);
    const log = async (): Promise<AuditEntryPageDto['data']> =>
      (await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log`)).body.data;
    const before = await log();
    await erase(id, email);
    const after = before.map((entry) =>
      entry.subject === email ? { ...entry, subject: '[erased]' } : entry,
    );
    expect(await log()).toEqual(after);
    expect(after.map(({ subject }) => subject)).toContain(`also-${email}`);
  });

  it('answers a repeat of the same erasure as the first call, and another one that nothing is left', async () => {
    const { id } = await service.organization();
    const email = 'ada@x.example';
    await suppress(id, email);
    const erasureId = newId('erasure');
    const first = await erase(id, email, erasureId);
    expect(await erase(id, email, erasureId)).toEqual(first);
    expect((await erase(id, email)).counts).toEqual({
      invitations: 0,
      suppressions: 0,
      formerMembers: 0,
      auditEntries: 0,
    });
  });

  it('says who is a member, and leaves members as they are', async () => {
    const { org, email } = await people.person();
    const found = (address: string): Promise<unknown> =>
      service.send('accounts.find_member', { organizationId: org, email: address });
    expect([await found(email), await found('nobody@x.example')]).toEqual([
      { present: true },
      { present: false },
    ]);
    expect((await erase(org, email)).counts['formerMembers']).toBe(0);
    expect(await found(email)).toEqual({ present: true });
  });

  it('says of an organization that there is not that it is not there', async () => {
    const wanted = { organizationId: newId('organization'), email: 'nobody@x.example' };
    await expect(service.send('accounts.find_member', wanted)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the audit log', () => {
  const named = (statement: string): Promise<unknown> =>
    service.sql(
      `WITH named AS (SELECT set_config('capture.erased_address', 'ada@x.example', true)) ${statement}`,
    );

  it('can otherwise not be rewritten, not even where an address is erased', async () => {
    const { id } = await service.organization();
    await suppress(id, 'ada@x.example');
    const changes = [
      "subject = 'somebody@x.example'",
      "subject = '[erased]', actor = 'somebody'",
      "subject = '[erased]', detail = '{}'",
      "action = 'suppression.removed'",
      'at = now()',
    ];
    for (const change of changes) {
      const sql = `UPDATE audit_entry SET ${change} FROM named WHERE organization_id = '${id}' RETURNING 1`;
      await expect(named(sql)).rejects.toThrow(/append only/);
    }
    await expect(
      service.sql("UPDATE audit_entry SET subject = '[erased]' WHERE organization_id = $1 RETURNING 1", id),
    ).rejects.toThrow(/append only/);
    await expect(
      service.sql('DELETE FROM audit_entry WHERE organization_id = $1 RETURNING 1', id),
    ).rejects.toThrow(/append only/);
  });
});
