import {
  AppError,
  newId,
  type DeletedOrganization,
  type MemberPrincipal,
  type OrganizationDeletionFacts,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { until } from '@capture/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { OrganizationDeletionDto } from '../../src/organization-deletion/organization-deletion.dto.js';
import { OrganizationDeletionRepository } from '../../src/organization-deletion/organization-deletion.repository.js';
import { OrganizationDeletionRun } from '../../src/organization-deletion/organization-deletion-run.service.js';
import type { OrganizationDto } from '../../src/organizations/organization.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { PASSWORD, People, type Person } from '../fixtures/people.js';

const OTHERS = ['capture-requests', 'sessions', 'recordings', 'webhooks'] as const;
type Other = (typeof OTHERS)[number];

const OWN = '/console/api/organization/deletion';
const DAY_MS = 24 * 60 * 60_000;
const DONE_MS = 60_000;

let service: AccountsUnderTest;
let people: People;
let mailbox: Mailbox;
/** What the other services were asked, and when on the clock of the tests. */
const asked: { service: Other; organizationId: string; deletionId: string; at: Date }[] = [];
/** How a service answers; `call` counts its calls for one organization from 1. */
let answers: (service: Other, call: number) => DeletedOrganization;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({ CAPTURE_MAIL_DIR: mailbox.folder });
  people = new People(service);
  for (const each of OTHERS)
    service.serve(`${each}.delete_organization`, ({ organizationId, deletionId }) => {
      asked.push({ service: each, organizationId, deletionId, at: service.clock.now() });
      return answers(each, callsOf(organizationId, each));
    });
  service.serve('recordings.sign_organization_deletion', ({ facts }) => ({
    receipt: { ...facts, signature: { alg: 'EdDSA', kid: 'k', value: 'v' } },
  }));
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});
beforeEach(() => {
  answers = () => ({ done: true, counts: { rows: 1 } });
});

const callsOf = (organizationId: string, which: Other): number =>
  asked.filter((call) => call.organizationId === organizationId && call.service === which).length;

const deletionOf = async (org: string): Promise<OrganizationDeletionDto> =>
  (await service.call<OrganizationDeletionDto>('GET', `${ORGS}/${org}/deletion`)).body;

const request = (org: string, graceDays: number) =>
  service.call<OrganizationDeletionDto>('POST', `${ORGS}/${org}/deletion`, { body: { graceDays } });

const auditOf = async (org: string): Promise<AuditEntryPageDto['data']> =>
  (await service.call<AuditEntryPageDto>('GET', `${ORGS}/${org}/audit-log`)).body.data;

/** Resolves once the deletion has begun; then everybody has the time to get out. */
async function begun(org: string): Promise<OrganizationDeletionDto> {
  await until('the deletion to begin', async () => (await deletionOf(org)).begunAt !== null, DONE_MS);
  return deletionOf(org);
}

async function completed(org: string): Promise<OrganizationDeletionDto> {
  await begun(org);
  service.clock.advance(10);
  await until(
    'the deletion to be completed',
    async () => {
      // A job that broke off is carried on after a pause.
      service.clock.advance(1);
      return (await deletionOf(org)).status === 'completed';
    },
    DONE_MS,
  );
  return deletionOf(org);
}

async function owner(): Promise<Person & { token: string }> {
  const person = await people.person();
  const path = `${ORGS}/${person.org}/members/${encodeURIComponent(person.email)}`;
  await service.call('PATCH', path, { body: { role: 'owner' } });
  return { ...person, token: await people.signedIn(person.email) };
}

describe('asking for the deletion of an organization', () => {
  const ask = async (token: string, body: Record<string, unknown> = {}) =>
    askAs(await people.principal(token), body);
  const askAs = (principal: MemberPrincipal, body: Record<string, unknown> = {}) =>
    service.call<OrganizationDeletionDto & { code: string; field: string }>('POST', OWN, {
      principal,
      body: { name: 'Acme', currentPassword: PASSWORD, ...body },
    });

  it('takes an owner who types its name and their password; everybody sees the date, and every owner has a mail', async () => {
    const { org, email, token, member } = await owner();
    const second = await people.person();
    await service.call('POST', `${ORGS}/${org}/members`, { body: { email: second.email, role: 'owner' } });
    const { status, body } = await ask(token);
    expect([status, body]).toMatchObject([201, { status: 'scheduled', requestedBy: member.id }]);
    expect(Date.parse(body.dueAt) - Date.parse(body.requestedAt)).toBe(30 * DAY_MS);
    const principal = await people.principal(token);
    const own = await service.call<OrganizationDto>('GET', '/console/api/organization', { principal });
    expect(own.body.deletionAt).toBe(body.dueAt);
    for (const each of [email, second.email])
      await until(`a mail to ${each}`, async () =>
        (await mailbox.to(each)).some((mail) => mail.includes('is to be deleted')),
      );
    expect((await auditOf(org))[0]).toMatchObject({
      action: 'organization.deletion_requested',
      actor: member.id,
    });
  });

  it('refuses another name, a wrong password, admins, and a sign-in that a provider vouched for', async () => {
    const { org, email, token } = await owner();
    expect((await ask(token, { name: 'Acme Inc' })).body).toMatchObject({
      code: 'invalid_input',
      field: 'name',
    });
    expect((await ask(token, { currentPassword: 'something else' })).body).toMatchObject({
      code: 'invalid_input',
      field: 'currentPassword',
    });
    const principal = await people.principal(token);
    await service.sql(
      "UPDATE sign_in SET issuer = 'https://idp.example' WHERE organization_id = $1 RETURNING id",
      org,
    );
    expect((await askAs(principal)).body).toMatchObject({ code: 'password_sign_in_required' });
    await service.call('POST', `${ORGS}/${org}/members`, {
      body: { email: 'another-owner@acme.example', role: 'owner' },
    });
    await service.call('PATCH', `${ORGS}/${org}/members/${encodeURIComponent(email)}`, {
      body: { role: 'admin' },
    });
    expect((await ask(await people.signedIn(email))).body).toMatchObject({ code: 'insufficient_role' });
    expect((await service.call('GET', `${ORGS}/${org}/deletion`)).status).toBe(404);
  });

  it('can be taken back by an owner until it begins; it is asked for once', async () => {
    const { org, token, email } = await owner();
    await ask(token);
    expect((await ask(token)).body).toMatchObject({ code: 'conflict' });
    const principal = await people.principal(token);
    expect((await service.call('DELETE', OWN, { principal })).status).toBe(204);
    expect((await service.call('DELETE', OWN, { principal })).status).toBe(404);
    const { body } = await service.call<OrganizationDto>('GET', `${ORGS}/${org}`);
    expect(body.deletionAt).toBeNull();
    await until('the mail', async () =>
      (await mailbox.to(email)).some((mail) => mail.includes('was taken back')),
    );
    expect((await auditOf(org))[0]?.action).toBe('organization.deletion_canceled');
    expect((await request(org, 1)).status).toBe(201);
  });

  it('changes nothing before its date', async () => {
    const { id } = await service.organization();
    const { key } = await service.key(id);
    await request(id, 2);
    service.clock.advance(DAY_MS / 1000);
    const other = (await service.organization()).id;
    await request(other, 0);
    await begun(other);
    const early = service.app
      .get(Database)
      .forOrganization(id, () =>
        service.app.get(OrganizationDeletionRun).toItsEnd(id, new AbortController().signal),
      );
    await expect(early).rejects.toThrow('taken back');
    expect((await deletionOf(id)).status).toBe('scheduled');
    expect(await service.resolve(key)).not.toBeNull();
  });
});

describe('the deletion of an organization', () => {
  it('first ends keys and sign-ins and lets nothing be changed; no service removes anything before all are out', async () => {
    const { org, token, member } = await owner();
    const { key, id: keyId } = await service.key(org);
    const { body } = await request(org, 0);
    const { begunAt } = await begun(org);
    const ends = {
      'credential.changed': { keyId, change: 'revoked' },
      'member.removed': { memberId: member.id },
    };
    for (const [type, data] of Object.entries(ends))
      await until(type, () =>
        service
          .eventsOf(org, type)
          .some((event) => expect.objectContaining(data).asymmetricMatch(event.data)),
      );
    expect(await service.resolve(key)).toBeNull();
    expect(await people.resolve(token)).toBeNull();
    expect(service.eventsOf(org, 'organization.updated').at(-1)?.data).toMatchObject({ paused: true });
    const changes = [
      service.call('POST', `${ORGS}/${org}/keys`, {
        body: { name: 'k', mode: 'live', scopes: ['usage:read'] },
      }),
      service.call('POST', `${ORGS}/${org}/members`, { body: { email: 'late@acme.example' } }),
      service.call('PATCH', `${ORGS}/${org}`, { body: { paused: false } }),
      service.call('DELETE', `${ORGS}/${org}/deletion`),
    ];
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    await completed(org);
    const calls = asked.filter(({ organizationId }) => organizationId === org);
    expect(calls.every(({ deletionId }) => deletionId === body.id)).toBe(true);
    const first = Math.min(...calls.map(({ at }) => at.getTime()));
    expect(first - Date.parse(begunAt ?? '')).toBeGreaterThanOrEqual(5_000);
  });

  it('leaves of it the fact in the audit log and the receipt, which says what each service has removed', async () => {
    const { org, member } = await owner();
    await service.key(org);
    await service.call('POST', `${ORGS}/${org}/suppressions`, {
      body: { email: 'canary@x.example', reason: 'bounced' },
    });
    const other = await service.organization();
    const { id: deletionId } = (await request(org, 0)).body;
    const { services } = await completed(org);
    expect(services.map((step) => step.service)).toEqual([...OTHERS, 'accounts']);
    const own = services.find((step) => step.service === 'accounts')?.counts;
    expect(own).toMatchObject({ organization: 1, api_key: 1, key_secret: 1, suppression: 1, member: 2 });
    const { body } = await service.call<OrganizationDeletionFacts>('GET', `${ORGS}/${org}/deletion/receipt`);
    expect(body).toMatchObject({ deletionId, organizationId: org, requestedBy: 'operator', services });
    expect(await auditOf(org)).toMatchObject([
      { action: 'organization.deleted', actor: 'operator', detail: { deletionId, receiptId: body.id } },
    ]);
    expect((await service.call('GET', `${ORGS}/${org}`)).status).toBe(404);
    expect((await service.call('GET', `${ORGS}/${other.id}`)).status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(member.email);
  });

  it('goes on where a service failed or was not done, and asks all once more before it is completed', async () => {
    const { id } = await service.organization();
    answers = (which, call): DeletedOrganization => {
      if (which === 'sessions' && call === 1) throw new AppError('service_unavailable', 'not now');
      if (which === 'recordings') return { done: call > 2, counts: { upload: Math.min(call, 3) } };
      // What was under way in it when it was emptied.
      if (which === 'webhooks') return { done: true, counts: { event: call === 1 ? 1 : 5 } };
      return { done: true, counts: { rows: 1 } };
    };
    await request(id, 0);
    await begun(id);
    service.clock.advance(30);
    const deletions = service.app.get(OrganizationDeletionRepository);
    const overdue = (): Promise<number> =>
      service.app
        .get(Database)
        .forEveryOrganization('the alert', () => deletions.overdueSec(service.clock.now()));
    expect(await overdue()).toBeGreaterThanOrEqual(30);
    await completed(id);
    await until('nothing to be overdue', async () => (await overdue()) === 0, DONE_MS);
    const receipt = await service.call<OrganizationDeletionFacts>('GET', `${ORGS}/${id}/deletion/receipt`);
    const counts = Object.fromEntries(
      receipt.body.services.map((step) => [step.service, step.counts] as const),
    );
    expect(counts['webhooks']).toEqual({ event: 5 });
    expect(callsOf(id, 'capture-requests')).toBeGreaterThanOrEqual(2);
    expect(counts['recordings']).toEqual({ upload: 3 });
  });

  it('has no effect on events that arrive late', async () => {
    const { id } = await service.organization();
    await request(id, 0);
    await completed(id);
    const data = { actor: 'operator', ip: '127.0.0.1', action: 'late', subject: 's', detail: {} };
    await service.publish({
      id: newId('event'),
      type: 'change.made',
      version: 1,
      occurredAt: service.clock.now().toISOString(),
      organizationId: id,
      data,
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['organization.deleted']);
  });
});

describe('the audit log', () => {
  it('gives up rows of an organization only while that is being deleted', async () => {
    const { id } = await service.organization();
    const remove = () => service.sql('DELETE FROM audit_entry WHERE organization_id = $1 RETURNING 1', id);
    await expect(remove()).rejects.toThrow(/append only/);
    await request(id, 3);
    await expect(remove()).rejects.toThrow(/append only/);
    const done = (await service.organization()).id;
    await request(done, 0);
    await completed(done);
    await expect(
      service.sql('DELETE FROM audit_entry WHERE organization_id = $1 RETURNING 1', done),
    ).rejects.toThrow(/append only/);
  });
});
