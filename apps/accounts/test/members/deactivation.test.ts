import { Database } from '@capture/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import { MemberService } from '../../src/members/member.service.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { PASSWORD, People, signedOut } from '../fixtures/people.js';
import { accountOf, SingleSignOn } from '../fixtures/single-sign-on.js';

const CALL = { actor: 'system', ip: '127.0.0.1' };

let service: AccountsUnderTest;
let people: People;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({
    CAPTURE_MAIL_DIR: mailbox.folder,
    CAPTURE_SSO_ALLOW_LOOPBACK: 'true',
  });
  people = new People(service);
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});

const change = (what: 'activate' | 'deactivate', org: string, id: string): Promise<void> =>
  service.app.get(Database).forOrganization(org, () => service.app.get(MemberService)[what](CALL, org, id));
const remove = (org: string, id: string) => service.call('DELETE', `${ORGS}/${org}/members/${id}`);

/** A producer of an organization, with a password, and its one owner. */
async function colleague() {
  const { id: org, owner } = await service.organization();
  const email = people.newEmail();
  const { body } = await service.call<{ id: string }>('POST', `${ORGS}/${org}/members`, { body: { email } });
  await people.setPassword(await people.tokenFor(org, email), PASSWORD);
  return { org, owner, email, id: body.id };
}

/** A member whom the operator added while an invitation to them was open. */
async function invited() {
  const { org, email: admin } = await people.person();
  const path = `${ORGS}/${org}/members/${encodeURIComponent(admin)}`;
  await service.call('PATCH', path, { body: { role: 'admin' } });
  const principal = await people.principal(await people.signedIn(admin));
  const email = people.newEmail();
  const invitation = { email, role: 'producer' };
  const invite = () => service.call('POST', '/console/api/invitations', { principal, body: invitation });
  await invite();
  const first = await mailbox.token(email);
  const { body } = await service.call<{ id: string }>('POST', `${ORGS}/${org}/members`, { body: { email } });
  const accept = (token: string) =>
    service.refused('POST', '/console/api/accept-invitation', {
      ...signedOut,
      body: { token, password: PASSWORD },
    });
  return { org, id: body.id, email, first, invite, accept };
}

describe('a deactivated member', () => {
  it('is signed out, which the other services hear, and is refused by password and by new password link', async () => {
    const { org, email, id } = await colleague();
    const token = await people.signedIn(email);
    await change('deactivate', org, id);
    expect(await people.resolve(token)).toBeNull();
    const removed = await service.eventsUntil(org, 'member.removed', 1);
    expect(removed.map(({ data }) => data)).toEqual([{ memberId: id }]);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(401);
    expect((await people.linkFor(org, id)).status).toBe(404);
  });

  it('does not come back by a password link that was open', async () => {
    const { org, email, id } = await colleague();
    const link = await people.tokenFor(org, email);
    await change('deactivate', org, id);
    expect((await people.setPassword(link, PASSWORD)).body.code).toBe('link_expired');
  });

  it('does not come back by an invitation that was open, and does by one that an admin makes afterwards', async () => {
    const { org, id, email, first, invite, accept } = await invited();
    await change('deactivate', org, id);
    expect((await accept(first)).body.code).toBe('link_expired');
    expect((await invite()).status).toBe(201);
    expect((await accept(await mailbox.token(email, [first]))).status).toBe(204);
  });

  it('does not come back by single sign-on that makes members, and does once activated', async () => {
    const acme = await SingleSignOn.start(service, people, 'http://localhost:8080/console/single-sign-on');
    try {
      await acme.set({ newMemberRole: 'producer' });
      const account = accountOf(acme.address('ada'));
      const { body } = await acme.visit(account);
      const id = body.member.id;
      await change('deactivate', acme.org, id);
      expect((await acme.visit(account)).status).not.toBe(201);
      await change('activate', acme.org, id);
      expect((await acme.visit(account)).body.member.id).toBe(id);
    } finally {
      await acme.stop();
    }
  });

  it('keeps their other organization, its sign-ins and their password', async () => {
    const { org, email, id } = await colleague();
    const { id: other } = await service.organization();
    await service.call('POST', `${ORGS}/${other}/members`, { body: { email } });
    const elsewhere = await people.signedIn(email, other);
    await change('deactivate', org, id);
    expect(await people.resolve(elsewhere)).toMatchObject({ organizationId: other });
    expect(await people.principal(await people.signedIn(email))).toMatchObject({ organizationId: other });
  });

  it('is back with id and password once activated, and both changes are audited', async () => {
    const { org, email, id } = await colleague();
    await change('deactivate', org, id);
    await change('activate', org, id);
    expect(await people.principal(await people.signedIn(email))).toMatchObject({ memberId: id });
    const { body: log } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${org}/audit-log`);
    const actions = log.data.filter(({ subject }) => subject === id).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['member.deactivated', 'member.activated']));
  });

  it('can be removed for good by the operator, and is not brought back then', async () => {
    const { org, id } = await colleague();
    await change('deactivate', org, id);
    expect((await remove(org, id)).status).toBe(204);
    expect((await remove(org, id)).status).toBe(404);
    await expect(change('activate', org, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is never the last owner, nor somebody of another organization', async () => {
    const { org, owner, id } = await colleague();
    const { id: other, owner: theirs } = await service.organization();
    await expect(change('deactivate', org, owner.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(change('deactivate', org, theirs.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(change('activate', other, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('who was removed by an admin', () => {
  it('is not brought back by activating', async () => {
    const { org, id } = await colleague();
    await remove(org, id);
    await expect(change('activate', org, id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
