import { DEVICE_HEADER, SIGN_IN_HEADER } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PersonRepository } from '../../src/passwords/person.repository.js';
import { SecondFactorJobs } from '../../src/second-factors/second-factor.jobs.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { PASSWORD, People, signedOut } from '../fixtures/people.js';
import { Authenticator } from '../fixtures/second-factor.js';

const OTHER = 'another horse entirely';

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

async function withPhone(): Promise<{ phone: Authenticator; org: string; email: string; token: string }> {
  const { org, email } = await people.person();
  const token = await people.signedIn(email);
  return { phone: await Authenticator.enabled(service, people, email, token), org, email, token };
}

describe('a sign-in of a person with a second factor', () => {
  it('is answered with a challenge and no token, and finished by a code', async () => {
    const { phone, org, email } = await withPhone();
    const first = await people.signIn({ email, password: PASSWORD });
    expect([first.status, first.headers[SIGN_IN_HEADER], first.headers[DEVICE_HEADER]]).toEqual([
      202,
      undefined,
      undefined,
    ]);
    const { challenge, ...rest } = first.body as unknown as Record<string, string>;
    expect(rest).toEqual({ status: 'second_factor_required', expiresAt: expect.any(String) });
    expect(await people.resolve(challenge ?? '')).toBeNull();
    const second = await phone.finish(challenge ?? '', phone.nextCode());
    expect([second.status, second.body]).toMatchObject([
      201,
      { member: { email }, organization: { id: org } },
    ]);
    const token = String(second.headers[SIGN_IN_HEADER]);
    expect(await people.principal(token)).toMatchObject({ email, organizationId: org });
    expect(String(second.headers[DEVICE_HEADER])).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  it('goes to the organization that was named with the password', async () => {
    const { phone, email } = await withPhone();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    const { body } = await people.signIn({ email, password: PASSWORD, organizationId: second });
    const { challenge } = body as unknown as { challenge: string };
    expect((await phone.finish(challenge, phone.nextCode())).body.organization.id).toBe(second);
  });

  it('refuses a code that was used before, or one of a step before it, also with another challenge', async () => {
    const { phone } = await withPhone();
    const before = phone.code();
    const code = phone.nextCode();
    expect((await phone.finish(await phone.challenge(), code)).status).toBe(201);
    const challenge = await phone.challenge();
    for (const old of [code, before])
      expect(await phone.finish(challenge, old)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: 'code' },
      });
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(201);
  });

  it('of two at once with one code one is let in', async () => {
    const { phone } = await withPhone();
    const challenges = [await phone.challenge(), await phone.challenge(), await phone.challenge()];
    const code = phone.nextCode();
    const answers = await Promise.all(challenges.map((challenge) => phone.finish(challenge, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it('takes a challenge once, also of two at once with different codes, and for 5 minutes', async () => {
    const { phone } = await withPhone();
    const [once, late] = [await phone.challenge(), await phone.challenge()];
    const codes = [phone.nextCode(), phone.recoveryCodes[0] ?? ''];
    const answers = await Promise.all(codes.map((code) => phone.finish(once, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    service.clock.advance(300);
    expect((await phone.finish(late, phone.nextCode())).body.code).toBe('unauthorized');
    expect((await phone.finish('nothing', phone.nextCode())).body.code).toBe('unauthorized');
  });

  it('takes each recovery code once, however it is typed, and nobody else’s', async () => {
    const { phone } = await withPhone();
    const { phone: stranger } = await withPhone();
    const [code = ''] = phone.recoveryCodes;
    expect((await stranger.finish(await stranger.challenge(), code)).status).toBe(400);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
    const challenges = [await phone.challenge(), await phone.challenge()];
    const answers = await Promise.all(challenges.map((challenge) => phone.finish(challenge, typed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('ends with the password that it began with', async () => {
    const { phone, org, email } = await withPhone();
    const challenge = await phone.challenge();
    const link = await people.tokenFor(org, email);
    expect((await people.setPassword(link, OTHER)).status).toBe(204);
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(401);
  });

  it('is not let in by a link for a new password, which keeps the second factor', async () => {
    const { phone, org, email } = await withPhone();
    const answer = await people.setPassword(await people.tokenFor(org, email), OTHER);
    expect([answer.status, answer.headers[SIGN_IN_HEADER]]).toEqual([204, undefined]);
    const first = await people.signIn({ email, password: OTHER });
    expect([first.status, first.headers[SIGN_IN_HEADER]]).toEqual([202, undefined]);
    const { challenge } = first.body as unknown as { challenge: string };
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(201);
  });

  it('is refused when its second factor is removed while the password is checked, and begins again without', async () => {
    const { org, email } = await withPhone();
    const repository = service.app.get(PersonRepository);
    const read = repository.credentialsOf.bind(repository);
    vi.spyOn(repository, 'credentialsOf').mockImplementationOnce(async (address) => {
      const credentials = await read(address);
      await service.call('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(email)}/second-factor`);
      return credentials;
    });
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(401);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(201);
  });

  it('is not let in who left meanwhile', async () => {
    const { phone, org, email } = await withPhone();
    const challenge = await phone.challenge();
    await service.call('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(email)}`);
    const answer = await phone.finish(challenge, phone.nextCode());
    expect([answer.status, answer.headers[SIGN_IN_HEADER]]).toEqual([401, undefined]);
  });

  it('is refused with the codes that another secret of the service has sealed', async () => {
    const { phone, email } = await withPhone();
    const { email: other } = await withPhone();
    await service.sql(
      'UPDATE second_factor SET sealed = (SELECT sealed FROM second_factor WHERE email = $2) WHERE email = $1',
      email,
      other,
    );
    const challenge = await phone.challenge();
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(400);
    expect((await phone.finish(challenge, phone.recoveryCodes[0] ?? '')).status).toBe(201);
  });
});

describe('codes are guessed', () => {
  it('no more than 10 times from one network, the tries for the password included', async () => {
    const { phone } = await withPhone();
    const ip = people.newAddress();
    const challenge = await phone.challenge(ip);
    const wrong = Array.from({ length: 9 }, () => phone.finish(challenge, '000000', ip));
    expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual(Array(9).fill(400));
    const right = await phone.finish(challenge, phone.nextCode(), ip);
    expect([right.status, right.body.code]).toEqual([429, 'rate_limited']);
    expect((await people.signIn({ email: phone.email, password: PASSWORD }, ip)).status).toBe(429);
  });

  it('no more than 10 times from all networks together, which holds no known browser back', async () => {
    const { phone, email } = await withPhone();
    const entered = await phone.finish(await phone.challenge(), phone.nextCode());
    const device = String(entered.headers[DEVICE_HEADER]);
    await people.failed(`code ${email}`, 10);
    const blocked = await phone.finish(await phone.challenge(), phone.nextCode());
    expect(blocked.status).toBe(429);
    const ip = people.newAddress();
    const known = { [DEVICE_HEADER]: device };
    const challenge = await phone.challenge(ip, device);
    expect((await phone.finish(challenge, phone.nextCode(), ip, known)).status).toBe(201);
  });

  it('no more often by browsers that signed in before there was a second factor, however many these are', async () => {
    const { email } = await people.person();
    const signIn = await people.signIn({ email, password: PASSWORD });
    const device = String(signIn.headers[DEVICE_HEADER]);
    const token = String(signIn.headers[SIGN_IN_HEADER]);
    const phone = await Authenticator.enabled(service, people, email, token);
    await people.failed(`code ${email}`, 10);
    const challenge = await phone.challenge(people.newAddress(), device);
    const answer = await phone.finish(challenge, phone.nextCode(), undefined, { [DEVICE_HEADER]: device });
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
  });

  it('and a sign-in with the right code leaves no failure behind', async () => {
    const { phone } = await withPhone();
    const ip = people.newAddress();
    for (let times = 0; times < 11; times += 1) {
      const challenge = await phone.challenge(ip);
      expect((await phone.finish(challenge, phone.nextCode(), ip)).status).toBe(201);
    }
  });
});

describe('what is stored', () => {
  it('reveals neither secret, recovery code nor challenge', async () => {
    const { phone } = await withPhone();
    const challenge = await phone.challenge();
    const tables = ['person', 'second_factor', 'recovery_code', 'sign_in_challenge', 'mail', 'audit_entry'];
    const rows = await Promise.all(
      tables.map((table) => service.sql<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)),
    );
    const stored = rows.flat().map(({ row }) => row.toLowerCase());
    const secrets = [phone.secret, challenge, ...phone.recoveryCodes];
    expect(secrets).toHaveLength(12);
    for (const secret of secrets)
      for (const form of [secret, secret.replaceAll('-', '')])
        expect(stored.filter((row) => row.includes(form.toLowerCase()))).toEqual([]);
  });

  it('goes: challenges after 5 minutes, what was not confirmed after an hour, all of it with its person', async () => {
    const { phone, email } = await withPhone();
    const { email: half } = await people.person();
    const principal = await people.principal(await people.signedIn(half));
    const body = { currentPassword: PASSWORD };
    await service.call('POST', '/console/api/second-factor/begin', { principal, body });
    await phone.challenge();
    const clean = async (): Promise<unknown[]> => {
      const { signal } = new AbortController();
      const jobs = service.app.get(SecondFactorJobs);
      await Promise.all([jobs.deleteEnded(signal), jobs.deleteEnded(signal)]);
      return Promise.all(
        [
          ['sign_in_challenge', email],
          ['second_factor', half],
          ['second_factor', email],
          ['recovery_code', email],
        ].map(async ([table, of]) => {
          const rows = await service.sql(`SELECT 1 FROM ${table} WHERE email = $1`, of);
          return rows.length;
        }),
      );
    };
    service.clock.advance(240);
    expect(await clean()).toEqual([1, 1, 1, 10]);
    service.clock.advance(60);
    expect(await clean()).toEqual([0, 1, 1, 10]);
    service.clock.advance(3_300);
    expect(await clean()).toEqual([0, 0, 1, 10]);
    await service.sql('DELETE FROM person WHERE email = $1', email);
    expect(await clean()).toEqual([0, 0, 0, 0]);
  });
});

it('a call without a sign-in cannot change a second factor', async () => {
  for (const what of ['begin', 'confirm', 'remove', 'recovery-codes'])
    expect((await service.refused('POST', `/console/api/second-factor/${what}`, signedOut)).status).toBe(401);
});
