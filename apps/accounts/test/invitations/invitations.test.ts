import { SIGN_IN_HEADER, type MemberPrincipal, type Problem, type Role } from '@capture/contracts';
import type { Answer } from '@capture/service-testing';
import { JobScheduler } from '@capture/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type {
  InvitationDto,
  InvitationPageDto,
  OpenedInvitationDto,
} from '../../src/invitations/invitation.dto.js';
import { InvitationJobs } from '../../src/invitations/invitation.jobs.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { PASSWORD, People, signedOut } from '../fixtures/people.js';
import { Authenticator } from '../fixtures/second-factor.js';

const DAY_SEC = 86_400;
const OTHER = 'another horse entirely';

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

/** Somebody with that role in an organization of their own. */
async function signedInAs(role: Role): Promise<MemberPrincipal> {
  const { org, email } = await people.person();
  await service.call('PATCH', `${ORGS}/${org}/members/${encodeURIComponent(email)}`, { body: { role } });
  return people.principal(await people.signedIn(email));
}

const invite = (
  principal: MemberPrincipal,
  email: string,
  role: Role = 'producer',
): Promise<Answer<InvitationDto & Problem>> =>
  service.call('POST', '/console/api/invitations', { principal, body: { email, role } });
const on = (
  principal: MemberPrincipal,
  method: 'POST' | 'DELETE',
  path: string,
): Promise<Answer<InvitationDto & Problem>> =>
  service.call(method, `/console/api/invitations/${path}`, { principal });
const open = (token: string): Promise<Answer<OpenedInvitationDto & Problem>> =>
  service.call('POST', '/console/api/read-invitation', { ...signedOut, body: { token } });
const accept = (token: string, more: object = {}): Promise<Answer<Problem>> =>
  service.refused('POST', '/console/api/accept-invitation', { ...signedOut, body: { token, ...more } });
const listed = async (principal: MemberPrincipal): Promise<InvitationDto[]> =>
  (await service.call<InvitationPageDto>('GET', '/console/api/invitations', { principal })).body.data;

describe('an invitation', () => {
  it('goes to its person by mail alone, and makes them a member with the name and password that they choose', async () => {
    const admin = await signedInAs('admin');
    const email = people.newEmail();
    const { status, body } = await invite(admin, email.toUpperCase(), 'viewer');
    expect([status, body]).toMatchObject([201, { email, role: 'viewer', invitedBy: admin.memberId }]);
    const token = await mailbox.token(email);
    expect(JSON.stringify([body, await listed(admin)])).not.toContain(token);
    const [mail = ''] = await mailbox.to(email);
    expect(mail).toContain(`http://localhost:8080/console/invitation?t=${token}\n`);
    expect(mail).toContain(admin.email);
    expect((await open(token)).body).toEqual({
      organizationName: 'Acme',
      email,
      role: 'viewer',
      hasPassword: false,
    });
    for (const refused of [{}, { password: 'short' }, { password: email }])
      expect(await accept(token, refused)).toMatchObject({ status: 400, body: { field: 'password' } });
    expect((await accept(token, { name: 'Ada', password: PASSWORD })).status).toBe(204);
    const signedIn = await people.signIn({ email, password: PASSWORD });
    expect(signedIn.body).toMatchObject({
      member: { email, name: 'Ada', role: 'viewer' },
      organization: { id: admin.organizationId },
    });
    expect([(await accept(token)).status, (await open(token)).status]).toEqual([401, 401]);
    expect(await listed(admin)).toEqual([]);
  });

  it('is mailed to one address no more than once a minute, also where it is withdrawn and made anew', async () => {
    const admin = await signedInAs('admin');
    const email = people.newEmail();
    for (let mails = 0; mails < 15; mails += 1) {
      const { body } = await invite(admin, email);
      await on(admin, 'DELETE', body.id);
    }
    expect(await invite(admin, email)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await listed(admin)).toEqual([]);
    expect((await invite(admin, people.newEmail())).status).toBe(201);
    expect((await invite(await signedInAs('admin'), email)).status).toBe(201);
    service.clock.advance(900);
    expect((await invite(admin, email)).status).toBe(201);
  });

  it('of somebody who has a password elsewhere changes neither it nor their sign-ins', async () => {
    const { email } = await people.person();
    const elsewhere = await people.signedIn(email);
    const admin = await signedInAs('admin');
    await invite(admin, email);
    const token = await mailbox.token(email);
    expect((await open(token)).body.hasPassword).toBe(true);
    expect(await accept(token, { password: OTHER, name: 'Eve' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await accept(token)).status).toBe(204);
    expect(await people.resolve(elsewhere)).not.toBeNull();
    expect((await people.signIn({ email, password: OTHER })).status).toBe(401);
    const { body } = await people.signIn({ email, password: PASSWORD });
    expect(body.organizations.map(({ id }) => id)).toContain(admin.organizationId);
    expect(body.member.name).toBeNull();
  });

  it('signs nobody in: whose second factor is on gives its code for the new organization too', async () => {
    const { email } = await people.person();
    const phone = await Authenticator.enabled(service, people, email, await people.signedIn(email));
    const admin = await signedInAs('admin');
    await invite(admin, email);
    const accepted = await accept(await mailbox.token(email));
    expect([accepted.status, accepted.headers[SIGN_IN_HEADER]]).toEqual([204, undefined]);
    const { organizationId } = admin;
    const { status, body } = await people.signIn({ email, password: PASSWORD, organizationId });
    expect(status).toBe(202);
    const { challenge } = body as unknown as { challenge: string };
    const { body: me } = await phone.finish(challenge, phone.nextCode());
    expect(me.organization.id).toBe(organizationId);
  });

  it('of one person by two organizations at once sets one password, by whoever comes first', async () => {
    const email = people.newEmail();
    const admins = [await signedInAs('admin'), await signedInAs('admin')];
    const tokens: string[] = [];
    for (const admin of admins) {
      await invite(admin, email);
      tokens.push(await mailbox.token(email, tokens));
    }
    const passwords = [PASSWORD, OTHER];
    const answers = await Promise.all(tokens.map((token, at) => accept(token, { password: passwords[at] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const first = answers.findIndex(({ status }) => status === 204);
    expect((await people.signIn({ email, password: passwords[first] ?? '' })).status).toBe(201);
    expect((await people.signIn({ email, password: passwords[1 - first] ?? '' })).status).toBe(401);
    expect((await accept(tokens[1 - first] ?? '')).status).toBe(204);
  });

  it('is used once by four at once', async () => {
    const admin = await signedInAs('admin');
    const { email } = await people.person();
    await invite(admin, email);
    const token = await mailbox.token(email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401]);
  });

  it('is sent again with another link, once a minute; the link before ends', async () => {
    const admin = await signedInAs('admin');
    const email = people.newEmail();
    const { id, expiresAt } = (await invite(admin, email)).body;
    const first = await mailbox.token(email);
    expect(await on(admin, 'POST', `${id}/resend`)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
    });
    service.clock.advance(61);
    const again = await on(admin, 'POST', `${id}/resend`);
    expect([again.status, Date.parse(again.body.expiresAt) > Date.parse(expiresAt)]).toEqual([200, true]);
    const second = await mailbox.token(email, [first]);
    expect((await open(first)).status).toBe(401);
    expect((await accept(second, { password: PASSWORD })).status).toBe(204);
  });

  it('that is withdrawn or has run out admits nobody, and can be made anew', async () => {
    const admin = await signedInAs('admin');
    const email = people.newEmail();
    const { id } = (await invite(admin, email)).body;
    const withdrawn = await mailbox.token(email);
    expect((await invite(admin, email)).body.code).toBe('conflict');
    expect((await on(admin, 'DELETE', id)).status).toBe(204);
    expect((await on(admin, 'DELETE', id)).status).toBe(404);
    expect(await accept(withdrawn, { password: PASSWORD })).toMatchObject({
      status: 401,
      body: { code: 'link_expired' },
    });
    expect((await invite(admin, email)).status).toBe(201);
    const late = await mailbox.token(email, [withdrawn]);
    service.clock.advance(7 * DAY_SEC);
    expect((await accept(late, { password: PASSWORD })).status).toBe(401);
    expect((await invite(admin, email)).status).toBe(201);
  });

  it('that was open when its person became a member in another way ends when they are removed, with its mail', async () => {
    const admin = await signedInAs('admin');
    const email = people.newEmail();
    await invite(admin, email);
    const token = await mailbox.token(email);
    const members = `${ORGS}/${admin.organizationId}/members`;
    await service.call('POST', members, { body: { email } });
    expect((await open(token)).status).toBe(200);
    await service.call('DELETE', `${members}/${encodeURIComponent(email)}`);
    expect((await open(token)).body.code).toBe('link_expired');
    expect(await listed(admin)).toEqual([]);
    expect((await invite(admin, email)).status).toBe(201);
  });

  it('is for who is no member: neither for one nor, without owner, as an owner', async () => {
    const admin = await signedInAs('admin');
    expect(await invite(admin, admin.email)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const email = people.newEmail();
    expect(await invite(admin, email, 'owner')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_role', action: 'owners.manage' },
    });
    const owner = await signedInAs('owner');
    const { status, body } = await invite(owner, email, 'owner');
    expect(status).toBe(201);
    service.clock.advance(61);
    const demoted = { ...owner, role: 'admin' as const };
    expect((await on(demoted, 'POST', `${body.id}/resend`)).status).toBe(403);
  });

  it("is seen and touched by its own organization's members alone", async () => {
    const [ours, theirs] = [await signedInAs('admin'), await signedInAs('owner')];
    const { id } = (await invite(ours, people.newEmail())).body;
    service.clock.advance(61);
    expect(await listed(theirs)).toEqual([]);
    expect((await on(theirs, 'POST', `${id}/resend`)).body.code).toBe('not_found');
    expect((await on(theirs, 'DELETE', id)).body.code).toBe('not_found');
    expect((await listed(ours)).map((each) => each.id)).toEqual([id]);
  });

  it('is in the audit log with who, whom and as what, and no link is stored', async () => {
    const admin = await signedInAs('admin');
    const email = people.newEmail();
    const { id } = (await invite(admin, email)).body;
    service.clock.advance(61);
    await on(admin, 'POST', `${id}/resend`);
    const token = await mailbox.token(email);
    await on(admin, 'DELETE', id);
    const { body } = await service.call<AuditEntryPageDto>(
      'GET',
      `${ORGS}/${admin.organizationId}/audit-log`,
    );
    const about = { actor: admin.memberId, subject: id, detail: { email, role: 'producer' } };
    expect(body.data.slice(0, 3)).toMatchObject([
      { action: 'invitation.withdrawn', ...about },
      { action: 'invitation.resent', ...about },
      { action: 'invitation.created', ...about },
    ]);
    const stored = await service.sql<{ row: string }>(
      'SELECT to_jsonb(t)::text AS row FROM invitation t UNION ALL SELECT to_jsonb(t)::text FROM mail t UNION ALL SELECT to_jsonb(t)::text FROM audit_entry t',
    );
    for (const { row } of stored) expect(row).not.toContain(token);
  });

  it('is deleted 30 days after it ran out', async () => {
    const admin = await signedInAs('admin');
    await invite(admin, people.newEmail());
    const clean = () => service.app.get(JobScheduler).runNow(InvitationJobs, 'deleteEnded');
    service.clock.advance(37 * DAY_SEC - 60);
    await clean();
    expect(await listed(admin)).toHaveLength(1);
    service.clock.advance(60);
    await clean();
    expect(await listed(admin)).toEqual([]);
  });
});
