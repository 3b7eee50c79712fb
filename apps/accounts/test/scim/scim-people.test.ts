import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Directory } from '../fixtures/directory.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { SoftwarePasskey } from '../fixtures/passkey.js';
import { PASSWORD, People } from '../fixtures/people.js';
import { accountOf, SingleSignOn } from '../fixtures/single-sign-on.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

const filter = (text: string): string => `?filter=${encodeURIComponent(text)}`;
const roleOf = (user: { roles: { value: string }[] }) => user.roles.map(({ value }) => value);

let service: AccountsUnderTest;
let people: People;
let mailbox: Mailbox;
/** An organization's directory that several tests use, each with people of its own. */
let directory: Directory;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({
    CAPTURE_MAIL_DIR: mailbox.folder,
    CAPTURE_SSO_ALLOW_LOOPBACK: 'true',
  });
  people = new People(service);
  directory = await Directory.of(service, (await service.organization()).id);
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});

describe('owners and admins', () => {
  it('keep their roles: a directory neither gives nor takes them, and may send back what it read', async () => {
    const { id: org, owner } = await service.organization();
    const own = await Directory.of(service, org);
    const change = await own.patch(owner.id, { op: 'replace', path: 'roles', value: 'producer' });
    expect([change.status, change.body.scimType]).toEqual([400, 'mutability']);
    expect((await own.call('PUT', `/Users/${owner.id}`, (await own.read(owner.id)).body)).status).toBe(200);
    const { id } = await own.created(people.newEmail());
    const raised = await own.patch(id, { op: 'replace', path: 'roles', value: [{ value: 'owner' }] });
    expect([raised.status, raised.body.scimType]).toEqual([400, 'invalidValue']);
  });

  it('are never without an owner: the last one is neither deactivated nor removed', async () => {
    const { id: org, owner } = await service.organization();
    const own = await Directory.of(service, org);
    for (const { status, body } of [await own.setActive(owner.id, false), await own.remove(owner.id)])
      expect([status, body.status, body.detail]).toEqual([409, '409', expect.stringContaining('last owner')]);
    expect((await own.read(owner.id)).body.active).toBe(true);
  });

  it('can be deactivated while another owner is there; an owner comes back as an admin', async () => {
    const { id: org, owner } = await service.organization();
    const email = people.newEmail();
    await service.call('POST', `${ORGS}/${org}/members`, { body: { email, role: 'owner' } });
    const own = await Directory.of(service, org);
    expect((await own.setActive(owner.id, false)).status).toBe(200);
    const { body } = await own.setActive(owner.id, true);
    expect([body.active, roleOf(body)]).toEqual([true, ['admin']]);
  });

  it('are beyond a token that an admin made as far as they are owners', async () => {
    const { org, email, member } = await people.person();
    await service.call('PATCH', `${ORGS}/${org}/members/${member.id}`, { body: { role: 'admin' } });
    const admin = await people.principal(await people.signedIn(email));
    const second = { email: people.newEmail(), role: 'owner' };
    const { body: owner } = await service.call<{ id: string }>('POST', `${ORGS}/${org}/members`, {
      body: second,
    });
    const own = await Directory.of(service, org, {}, admin);
    for (const { status, body } of [await own.setActive(owner.id, false), await own.remove(owner.id)])
      expect([status, body.schemas]).toEqual([403, [ERROR]]);
    expect((await own.setActive(member.id, false)).status).toBe(200);
  });
});

describe('who is deactivated', () => {
  it('is signed out, is refused by password and by new link, and signs in again once activated', async () => {
    const { org, email, member } = await people.person();
    const own = await Directory.of(service, org);
    const token = await people.signedIn(email);
    await own.setActive(member.id, false);
    expect(await people.resolve(token)).toBeNull();
    expect((await service.eventsUntil(org, 'member.removed', 1)).map(({ data }) => data)).toEqual([
      { memberId: member.id },
    ]);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(401);
    expect((await people.linkFor(org, email)).status).toBe(404);
    await own.setActive(member.id, true);
    expect(await people.principal(await people.signedIn(email))).toMatchObject({ memberId: member.id });
  });

  it('is refused by passkey, and by passkey no more once activated', async () => {
    const { org, email, member } = await people.person();
    const own = await Directory.of(service, org);
    const token = await people.signedIn(email);
    const device = await SoftwarePasskey.added(service, people, await people.principal(token));
    await own.setActive(member.id, false);
    expect((await device.signIn()).status).toBe(401);
    await own.setActive(member.id, true);
    expect((await device.signIn()).body.member.id).toBe(member.id);
  });

  it('can be erased, and is nobody to the directory then', async () => {
    const email = people.newEmail();
    const { id } = await directory.created(email, { externalId: 'erased' });
    await directory.setActive(id, false);
    const erasure = { organizationId: directory.org, erasureId: newId('erasure'), email };
    const { counts } = await service.send('accounts.erase_person', erasure);
    expect(counts).toMatchObject({ formerMembers: 1 });
    expect((await directory.read(id)).status).toBe(404);
    const [row] = await service.sql('SELECT email, external_id FROM member WHERE id = $1', id);
    expect(row).toEqual({ email: `${id}@erased.invalid`, external_id: null });
  });

  it('is out of that organization alone: nothing of another one changes, nor the password', async () => {
    const { org, email, member } = await people.person();
    const { id: other } = await service.organization();
    await service.call('POST', `${ORGS}/${other}/members`, { body: { email } });
    const own = await Directory.of(service, org);
    const there = await people.signedIn(email, other);
    const person = () => service.sql('SELECT * FROM person WHERE email = $1', email);
    const before = await person();
    await own.setActive(member.id, false);
    expect((await people.signIn({ email, password: PASSWORD, organizationId: org })).status).not.toBe(201);
    await own.remove(member.id);
    expect(await people.resolve(there)).toMatchObject({ organizationId: other });
    expect(await people.principal(await people.signedIn(email))).toMatchObject({ organizationId: other });
    expect(await person()).toEqual(before);
  });

  it('is nobody to the directory of another organization', async () => {
    const { id } = await directory.created(people.newEmail(), { externalId: 'mine' });
    const other = await Directory.of(service, (await service.organization()).id);
    for (const { status } of [
      await other.read(id),
      await other.setActive(id, false),
      await other.remove(id),
      await other.call('PUT', `/Users/${id}`, { active: false }),
    ])
      expect(status).toBe(404);
    expect((await other.list(filter('externalId eq "mine"'))).body.totalResults).toBe(0);
    expect((await other.list()).body.Resources.map((user) => user.id)).not.toContain(id);
    expect((await directory.read(id)).body.active).toBe(true);
  });
});

describe('a new person', () => {
  it('signs in by single sign-on at once and gets no mail, is refused while deactivated, and is let in again', async () => {
    const acme = await SingleSignOn.start(service, people, 'http://localhost:8080/console/single-sign-on');
    try {
      await acme.set({ newMemberRole: 'producer', passwordAllowed: false });
      const own = await Directory.of(service, acme.org);
      const account = accountOf(acme.address('ada'));
      const { id } = await own.created(acme.address('ada'), { roles: [{ value: 'viewer' }] });
      const { body } = await acme.visit(account);
      expect(body.member).toMatchObject({ id, role: 'viewer' });
      const [{ count } = { count: 1n }] = await service.sql<{ count: bigint }>(
        'SELECT count(*) FROM password_link WHERE member_id = $1',
        id,
      );
      expect(Number(count)).toBe(0);
      await own.setActive(id, false);
      expect((await acme.visit(account)).status).not.toBe(201);
      await own.setActive(id, true);
      expect((await acme.visit(account)).body.member.id).toBe(id);
    } finally {
      await acme.stop();
    }
  });

  it('without provider and password gets a link by mail, with which they choose one and sign in', async () => {
    const email = people.newEmail();
    const { id } = await directory.created(email);
    expect((await people.setPassword(await mailbox.token(email), PASSWORD)).status).toBe(204);
    expect(await people.principal(await people.signedIn(email))).toMatchObject({ memberId: id });
  });

  it('gets no more than a mail a minute, however often they are let in', async () => {
    const email = people.newEmail();
    const { id } = await directory.created(email);
    for (let times = 0; times < 16; times += 1) {
      await directory.setActive(id, false);
      expect((await directory.setActive(id, true)).status).toBe(200);
    }
    const waiting = (): Promise<unknown[]> => service.sql('SELECT 1 FROM mail WHERE recipient = $1', email);
    await until('the mails to be sent', async () => (await waiting()).length === 0);
    expect(await mailbox.to(email)).toHaveLength(15);
  });

  it('who has a password keeps it, and gets no link that could change it', async () => {
    const { email } = await people.person();
    const { id } = await directory.created(email);
    const links = await service.sql('SELECT id FROM password_link WHERE member_id = $1', id);
    expect(links).toEqual([]);
    expect(await people.principal(await people.signedIn(email, directory.org))).toMatchObject({
      memberId: id,
    });
  });
});
