import type { MemberPrincipal, Problem } from '@capture/contracts';
import type { Answer } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvitationDto, InvitationPageDto } from '../../src/invitations/invitation.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Directory } from '../fixtures/directory.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { People, signedOut } from '../fixtures/people.js';

const MOST = 3;
const DAY_SEC = 86_400;
const REFUSED = { status: 429, body: { code: 'rate_limited' } };

let service: AccountsUnderTest;
let people: People;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({
    CAPTURE_MAIL_DIR: mailbox.folder,
    CAPTURE_MAILS_PER_DAY: String(MOST),
  });
  people = new People(service);
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});

/** An admin of an organization of their own. */
async function admin(): Promise<MemberPrincipal> {
  const { org, email } = await people.person();
  await service.call('PATCH', `${ORGS}/${org}/members/${encodeURIComponent(email)}`, {
    body: { role: 'admin' },
  });
  return people.principal(await people.signedIn(email));
}

const invite = (
  principal: MemberPrincipal,
  email = people.newEmail(),
): Promise<Answer<InvitationDto & Problem>> =>
  service.call('POST', '/console/api/invitations', { principal, body: { email, role: 'viewer' } });
const on = (principal: MemberPrincipal, method: 'POST' | 'DELETE', path: string): Promise<Answer<Problem>> =>
  service.call(method, `/console/api/invitations/${path}`, { principal });
const listed = async (principal: MemberPrincipal): Promise<InvitationDto[]> =>
  (await service.call<InvitationPageDto>('GET', '/console/api/invitations', { principal })).body.data;
const statuses = (answers: readonly Answer<unknown>[]): number[] =>
  answers.map(({ status }) => status).sort();

describe('mails of an organization to people who did not ask for them', () => {
  it('are so many a day, to however many people, and no organization uses up those of another', async () => {
    const ours = await admin();
    for (let mails = 0; mails < MOST; mails += 1) {
      const { body } = await invite(ours);
      await on(ours, 'DELETE', body.id);
    }
    const refused = await invite(ours);
    const retryAfterSec = Number(refused.headers['retry-after']);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retryAfterSec } });
    expect(retryAfterSec).toBeLessThanOrEqual(DAY_SEC);
    expect(retryAfterSec).toBeGreaterThan(DAY_SEC - 60);
    expect(await listed(ours)).toEqual([]);
    expect((await invite(await admin())).status).toBe(201);
    service.clock.advance(DAY_SEC - 60);
    expect(await invite(ours)).toMatchObject(REFUSED);
    service.clock.advance(60);
    expect((await invite(ours)).status).toBe(201);
  });

  it('are no more when many are asked for at once', async () => {
    const ours = await admin();
    const answers = await Promise.all(Array.from({ length: 2 * MOST }, () => invite(ours)));
    expect(statuses(answers)).toEqual([201, 201, 201, 429, 429, 429]);
    expect(await listed(ours)).toHaveLength(MOST);
  });

  it('count also when they are sent again; a refused one leaves the link before as it was', async () => {
    const ours = await admin();
    const email = people.newEmail();
    const { id } = (await invite(ours, email)).body;
    const token = await mailbox.token(email);
    for (let mails = 1; mails < MOST; mails += 1) await invite(ours);
    service.clock.advance(61);
    expect(await on(ours, 'POST', `${id}/resend`)).toMatchObject(REFUSED);
    const opened = await service.call('POST', '/console/api/read-invitation', {
      ...signedOut,
      body: { token },
    });
    expect(opened.status).toBe(200);
  });
});

describe('people whom a directory adds', () => {
  it('count with them, whether or not they have a password elsewhere: an organization cannot tell', async () => {
    const { email: known } = await people.person();
    for (const email of [known, people.newEmail()]) {
      const ours = await admin();
      const directory = await Directory.of(service, ours.organizationId);
      await directory.created(email);
      const invited = [];
      for (let mails = 0; mails < MOST; mails += 1) invited.push(await invite(ours));
      expect([email, statuses(invited)]).toEqual([email, [201, 201, 429]]);
    }
  });

  it('are added all the same where none is mailed any more, and get a link when they ask for one', async () => {
    const ours = await admin();
    for (let mails = 0; mails < MOST; mails += 1) await invite(ours);
    const directory = await Directory.of(service, ours.organizationId);
    const email = people.newEmail();
    const { id, active } = await directory.created(email);
    const links = await service.sql('SELECT 1 FROM password_link WHERE member_id = $1', id);
    expect([active, links]).toEqual([true, []]);
    const body = { email };
    const ip = people.newAddress();
    await service.call('POST', '/console/api/forgot-password', { ...signedOut, ip, body });
    expect(await mailbox.token(email)).toHaveLength(43);
  });
});
