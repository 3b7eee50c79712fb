import { ChangeMade, createEvent } from '@capture/contracts';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';

let service: AccountsUnderTest;
beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

it('what other services tell of is in the audit log as it happened, once however often it arrives', async () => {
  const { id } = await service.organization();
  const change = {
    actor: 'key_01h455vb4pex5vsknk084sn02q',
    ip: '2001:db8::1',
    action: 'contact.removed',
    subject: 'cnt_01h455vb4pex5vsknk084sn02q',
    detail: { captureRequestId: 'crq_01h455vb4pex5vsknk084sn02q' },
  };
  const at = new Date('2026-03-01T12:00:00.123Z');
  const event = createEvent(ChangeMade, id, change, at);
  await service.publish(event);
  await service.publish(event);
  await service.publish(createEvent(ChangeMade, id, { ...change, action: 'contacts.added' }, at));
  const { body } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log`);
  expect(body.data.map(({ id: _id, ...entry }) => entry)).toMatchObject([
    { ...change, action: 'contacts.added', at: at.toISOString() },
    { ...change, at: at.toISOString() },
    { action: 'organization.created', actor: 'operator' },
  ]);
});

it('a change that carries more than this release knows is kept all the same', async () => {
  const { id } = await service.organization();
  const change = { actor: 'operator', ip: '::1', action: 'upload.redriven', subject: 'upl_1', detail: {} };
  const event = createEvent(ChangeMade, id, change);
  await service.publish({ ...event, data: { ...change, device: 'phone' } });
  const { body } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log`);
  expect(body.data[0]).toMatchObject(change);
});

describe('changes of several organizations that arrive together', () => {
  const madeIn = (id: string, subject: string) =>
    createEvent(ChangeMade, id, {
      actor: 'operator',
      ip: '::1',
      action: 'upload.redriven',
      subject,
      detail: {},
    });
  const subjectsOf = async (id: string): Promise<string[]> => {
    const { body } = await service.call<AuditEntryPageDto>(
      'GET',
      `${ORGS}/${id}/audit-log?action=upload.redriven`,
    );
    return body.data.map(({ subject }) => subject);
  };

  it("are each in their own organization's log, once and in the order in which they came", async () => {
    const organizations = [await service.organization(), await service.organization()];
    const subjects = Array.from({ length: 10 }, (_, index) => `upl_${index}`);
    const events = subjects.flatMap((subject) => organizations.map(({ id }) => madeIn(id, subject)));
    const before = await transactions();
    await Promise.all([...events, ...events].map((event) => service.publish(event)));
    expect((await transactions()) - before).toBeLessThan(events.length);
    for (const { id } of organizations) expect(await subjectsOf(id)).toEqual(subjects.toReversed());
  });

  it('are logged although one among them cannot be, which alone is tried again', async () => {
    const [sick, well] = [await service.organization(), await service.organization()];
    await service.sql(
      `ALTER TABLE audit_entry ADD CONSTRAINT refused CHECK (organization_id <> '${sick.id}') NOT VALID`,
    );
    const refused = service.publish(madeIn(sick.id, 'upl_1'));
    await Promise.all(['upl_1', 'upl_2'].map((subject) => service.publish(madeIn(well.id, subject))));
    expect(await subjectsOf(well.id)).toEqual(['upl_2', 'upl_1']);
    expect(await subjectsOf(sick.id)).toEqual([]);
    await service.sql('ALTER TABLE audit_entry DROP CONSTRAINT refused');
    await refused;
    expect(await subjectsOf(sick.id)).toEqual(['upl_1']);
  });

  it('do not wait for one whose earlier delivery a process holds that stands still', async () => {
    const [busy, free] = [await service.organization(), await service.organization()];
    const held = madeIn(busy.id, 'upl_1');
    const frozen = new pg.Client({
      connectionString: service.databaseUrl,
      options: '-c capture.organization=*',
    });
    await frozen.connect();
    await frozen.query('BEGIN');
    await frozen.query(`INSERT INTO inbox (consumer, event_id) VALUES ('audit', $1)`, [held.id]);
    const published = [service.publish(held), service.publish(madeIn(free.id, 'upl_2'))];
    await until('the other change', async () => (await subjectsOf(free.id)).includes('upl_2'));
    expect(await subjectsOf(busy.id)).toEqual([]);
    await frozen.query('ROLLBACK');
    await frozen.end();
    await Promise.all(published);
    expect(await subjectsOf(busy.id)).toEqual(['upl_1']);
  });

  /** Transactions that have changed the log so far: rows of one bear its number. */
  async function transactions(): Promise<number> {
    const rows = await service.sql<{ n: number }>(
      'SELECT count(DISTINCT xmin::text)::int AS n FROM audit_entry',
    );
    return rows[0]?.n ?? 0;
  }
});

describe('a filter', () => {
  /** Entries of March: one a day, of two actors, two actions and two subjects. */
  async function organizationWithEntries(): Promise<string> {
    const { id } = await service.organization();
    const entries = [
      ['key_1', 'contact.removed', 'cnt_1'],
      ['key_2', 'contact.removed', 'cnt_2'],
      ['key_1', 'contacts.added', 'cnt_1'],
      ['key_2', 'contacts.added', 'cnt_2'],
    ];
    for (const [index, [actor = '', action = '', subject = '']] of entries.entries()) {
      const at = new Date(`2026-03-0${index + 1}T12:00:00.000Z`);
      const change = { actor, action, subject, ip: '::1', detail: {} };
      await service.publish(createEvent(ChangeMade, id, change, at));
    }
    return id;
  }

  const days = async (id: string, query: string): Promise<string[]> => {
    const { body } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${id}/audit-log?${query}`);
    return body.data.map(({ at }) => at.slice(0, 10).replace('2026-03-', ''));
  };

  it('of the audit log lists the entries that are all of what it names, newest first, and no other', async () => {
    const id = await organizationWithEntries();
    const [from, to] = ['2026-03-02T12:00:00.000Z', '2026-03-04T12:00:00.000Z'];
    expect(await days(id, 'actor=key_1')).toEqual(['03', '01']);
    expect(await days(id, 'action=contacts.added')).toEqual(['04', '03']);
    expect(await days(id, 'subject=cnt_2')).toEqual(['04', '02']);
    expect(await days(id, `from=${from}&to=${to}`)).toEqual(['03', '02']);
    expect(await days(id, `from=${from}&to=${to}&actor=key_2&action=contact.removed`)).toEqual(['02']);
    expect(await days(id, 'actor=key_1&subject=cnt_2')).toEqual([]);
  });

  it('holds over pages: the cursor goes on within it', async () => {
    const id = await organizationWithEntries();
    const path = `${ORGS}/${id}/audit-log?actor=key_2&limit=1`;
    const { body: first } = await service.call<AuditEntryPageDto>('GET', path);
    const { body: second } = await service.call<AuditEntryPageDto>(
      'GET',
      `${path}&cursor=${first.nextCursor}`,
    );
    const shown = [...first.data, ...second.data].map(({ actor, subject }) => [actor, subject]);
    expect([shown, second.nextCursor]).toEqual([
      [
        ['key_2', 'cnt_2'],
        ['key_2', 'cnt_2'],
      ],
      null,
    ]);
  });

  it('that ends before it begins, or is of no known field, is refused by name', async () => {
    const { id } = await service.organization();
    const cases = [
      ['from=2026-03-02T00:00:00.000Z&to=2026-03-02T00:00:00.000Z', 'from'],
      ['to=yesterday', 'to'],
      ['object=cnt_1', 'object'],
    ];
    for (const [query, field] of cases)
      expect(await service.refused('GET', `${ORGS}/${id}/audit-log?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field },
      });
  });
});

describe('the operator API', () => {
  it('logs every change with who, from where and what, and the log cannot be rewritten', async () => {
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

  it('has no log of an organization that is not there', async () => {
    const absent = await service.refused('GET', `${ORGS}/org_00000000000000000000000000/audit-log?cursor=1`);
    expect(absent).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
