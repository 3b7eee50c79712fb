import type { MemberPrincipal, Problem } from '@capture/contracts';
import type { Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type {
  BegunSecondFactorDto,
  OwnSecondFactorDto,
} from '../../src/own-account/own-second-factor.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { PASSWORD, People, type Person } from '../fixtures/people.js';
import { Authenticator } from '../fixtures/second-factor.js';

const PATH = '/console/api/second-factor';
const OTHER = 'another horse entirely';

let mailbox: Mailbox;
let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({ CAPTURE_MAIL_DIR: mailbox.folder });
  people = new People(service);
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});

const begin = (
  principal: MemberPrincipal,
  currentPassword = PASSWORD,
): Promise<Answer<BegunSecondFactorDto & Problem>> =>
  service.call('POST', `${PATH}/begin`, { principal, body: { currentPassword } });

const confirm = (principal: MemberPrincipal, code: string): Promise<Answer<Problem>> =>
  service.refused('POST', `${PATH}/confirm`, { principal, body: { code } });

async function read(principal: MemberPrincipal): Promise<OwnSecondFactorDto> {
  return (await service.call<OwnSecondFactorDto>('GET', PATH, { principal })).body;
}

async function enabled(): Promise<
  Person & { phone: Authenticator; token: string; principal: MemberPrincipal }
> {
  const person = await people.person();
  const token = await people.signedIn(person.email);
  const phone = await Authenticator.enabled(service, people, person.email, token);
  return { ...person, phone, token, principal: await people.principal(token) };
}

async function lastAudited(org: string): Promise<object | undefined> {
  return (await service.call<AuditEntryPageDto>('GET', `${ORGS}/${org}/audit-log`)).body.data[0];
}

const mailed = (email: string, text: string): Promise<unknown> =>
  until(`a mail to ${email}: ${text}`, async () =>
    (await mailbox.to(email)).some((mail) => mail.includes(text)),
  );

describe('turning a second factor on', () => {
  it('takes the password and a code; from then on a code is asked for, and other sign-ins have ended', async () => {
    const { org, email, member } = await people.person();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    const [token, other] = [await people.signedIn(email), await people.signedIn(email, second)];
    const principal = await people.principal(token);
    const begun = await begin(principal);
    const { secret, uri } = begun.body;
    expect([begun.status, new URL(uri).searchParams.get('secret')]).toEqual([201, secret]);
    expect(await read(principal)).toEqual({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(201);
    const phone = new Authenticator(service, people, email, secret);
    expect((await confirm(principal, phone.code())).status).toBe(200);
    expect(await read(principal)).toEqual({
      enabled: true,
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(202);
    expect([await people.resolve(token), await people.resolve(other)]).toEqual([
      expect.objectContaining({ email }),
      null,
    ]);
    const entry = { action: 'member.second_factor_enabled', actor: member.id, subject: member.id };
    expect(await lastAudited(org)).toMatchObject(entry);
    expect(await lastAudited(second)).toMatchObject({ action: entry.action });
    await mailed(email, 'From now on Capture asks for a code');
  });

  it('needs the current password, and a code of the secret that was given last', async () => {
    const { email } = await people.person();
    const principal = await people.principal(await people.signedIn(email));
    expect(await begin(principal, OTHER)).toMatchObject({ status: 400, body: { field: 'currentPassword' } });
    expect(await confirm(principal, '123456')).toMatchObject({ status: 400, body: { field: 'code' } });
    const [former, last] = [await begin(principal), await begin(principal)].map(
      ({ body }) => new Authenticator(service, people, email, body.secret),
    );
    expect((await confirm(principal, former?.code() ?? '')).status).toBe(400);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(201);
    const answers = await Promise.all([
      confirm(principal, last?.code() ?? ''),
      confirm(principal, last?.code(1) ?? ''),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is refused while there is one, which stays as it is', async () => {
    const { principal, phone } = await enabled();
    expect(await begin(principal)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await confirm(principal, phone.nextCode())).status).toBe(409);
    expect((await phone.finish(await phone.challenge(), phone.nextCode())).status).toBe(201);
  });

  it('lets in nobody whose password was read before it and who asks for a sign-in after it', async () => {
    const { email } = await people.person();
    const principal = await people.principal(await people.signedIn(email));
    const { secret } = (await begin(principal)).body;
    const phone = new Authenticator(service, people, email, secret);
    const tries = Array.from({ length: 6 }, () => people.signIn({ email, password: PASSWORD }));
    await confirm(principal, phone.code());
    await Promise.all(tries);
    const rows = await service.sql<{ id: string }>(
      'SELECT s.id FROM sign_in s JOIN member m ON m.id = s.member_id WHERE m.email = $1',
      email,
    );
    expect(rows).toEqual([{ id: principal.signInId }]);
  });
});

describe('a second factor', () => {
  it('stays when the password is changed', async () => {
    const { principal, email, phone } = await enabled();
    const body = { currentPassword: PASSWORD, password: OTHER };
    expect((await service.call('POST', '/console/api/password', { principal, body })).status).toBe(204);
    const { status, body: asked } = await people.signIn({ email, password: OTHER });
    expect(status).toBe(202);
    const { challenge } = asked as unknown as { challenge: string };
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(201);
  });

  it('is removed with the password and a code, which ends other sign-ins and open challenges', async () => {
    const { principal, org, email, phone, token } = await enabled();
    const other = await phone.finish(await phone.challenge(), phone.nextCode());
    expect(other.status).toBe(201);
    const challenge = await phone.challenge();
    const refused = await phone.change(principal, 'remove', {
      currentPassword: OTHER,
      code: phone.nextCode(),
    });
    expect([refused.status, refused.body.field]).toEqual([400, 'currentPassword']);
    expect((await phone.change(principal, 'remove', { code: '000000' })).body.field).toBe('code');
    expect((await phone.change(principal, 'remove', { code: phone.nextCode() })).status).toBe(204);
    expect(await read(principal)).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(401);
    expect(await lastAudited(org)).toMatchObject({ action: 'member.second_factor_removed' });
    await mailed(email, 'does not ask for a code any more');
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(201);
    expect(
      (await service.call<{ data: unknown[] }>('GET', '/console/api/sign-ins', { principal })).body.data,
    ).toHaveLength(2);
    expect(await people.resolve(token)).not.toBeNull();
    expect((await phone.change(principal, 'remove', { code: phone.nextCode() })).status).toBe(409);
  });

  it('gets new recovery codes, and the former ones end', async () => {
    const { principal, phone } = await enabled();
    const [former = '', last = ''] = phone.recoveryCodes;
    const renewed = await phone.change(principal, 'recovery-codes', { code: last });
    expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([200, 10]);
    expect((await phone.finish(await phone.challenge(), former)).status).toBe(400);
    const [code = ''] = renewed.body.recoveryCodes;
    expect((await phone.finish(await phone.challenge(), code)).status).toBe(201);
    expect((await read(principal)).recoveryCodesLeft).toBe(9);
  });

  it('is guessed no more than 10 times from one sign-in, and an Idempotency-Key takes no try back', async () => {
    const { principal, phone } = await enabled();
    const statuses: number[] = [];
    for (let times = 0; times < 10; times += 1) {
      const headers = { 'idempotency-key': `guess-${principal.signInId}-${times}` };
      const body = { currentPassword: PASSWORD, code: '000000' };
      statuses.push((await service.call('POST', `${PATH}/remove`, { principal, body, headers })).status);
    }
    expect(statuses).toEqual(Array(10).fill(400));
    expect((await phone.change(principal, 'remove', { code: phone.nextCode() })).status).toBe(429);
  });

  it('is no business of others: each reads and changes their own', async () => {
    const { org, phone } = await enabled();
    const { id: second, owner } = await service.organization();
    expect(second).not.toBe(org);
    const { email: other } = await people.person();
    const principal = await people.principal(await people.signedIn(other));
    expect((await read(principal)).enabled).toBe(false);
    expect((await phone.change(principal, 'remove', { code: phone.nextCode() })).status).toBe(409);
    const path = `${ORGS}/${second}/members/${owner.id}/second-factor`;
    expect((await service.refused('DELETE', path, { principal })).status).toBe(401);
    expect((await phone.finish(await phone.challenge(), phone.nextCode())).status).toBe(201);
  });
});

describe('an operator', () => {
  const reset = (org: string, who: string) =>
    service.refused('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(who)}/second-factor`);

  it('removes the second factor of a person who lost it: their sign-ins end, and they are told', async () => {
    const { org, email, member, token, phone } = await enabled();
    const challenge = await phone.challenge();
    expect((await reset(org, email)).status).toBe(204);
    expect(await people.resolve(token)).toBeNull();
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(401);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(201);
    const entry = { action: 'member.second_factor_reset', actor: 'operator', subject: member.id };
    expect(await lastAudited(org)).toMatchObject(entry);
    await mailed(email, 'An operator has removed your second factor');
  });

  it('is told when there is no such member or no second factor', async () => {
    const { org, email } = await people.person();
    expect((await reset(org, email)).body).toMatchObject({
      code: 'not_found',
      detail: 'This person has no second factor and no passkey.',
    });
    expect((await reset(org, people.newEmail())).status).toBe(404);
    const { email: stranger } = await enabled();
    expect((await reset(org, stranger)).status).toBe(404);
  });
});
