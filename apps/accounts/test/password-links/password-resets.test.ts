import type { Problem } from '@capture/contracts';
import { JobScheduler } from '@capture/platform';
import type { Answer } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordResetJobs } from '../../src/password-links/password-reset.jobs.js';
import { MailJobs } from '../../src/mail/mail.jobs.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { PASSWORD, People, signedOut } from '../fixtures/people.js';

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

const forgot = (email: string, ip = people.newAddress()): Promise<Answer<Problem>> =>
  service.refused('POST', '/console/api/forgot-password', { ...signedOut, ip, body: { email } });

/** Once every request that came before has been dealt with. */
async function settled(): Promise<void> {
  const jobs = service.app.get(JobScheduler);
  await jobs.runNow(PasswordResetJobs, 'sendLinks');
  await jobs.runNow(MailJobs, 'sendDue');
}

describe('a forgotten password', () => {
  it('is replaced with a link that goes by mail, good once and for an hour; every sign-in ends', async () => {
    const { email } = await people.person();
    const signedIn = await people.signedIn(email);
    expect((await forgot(email.toUpperCase())).status).toBe(204);
    const token = await mailbox.token(email);
    expect((await mailbox.to(email))[0]).toContain(`http://localhost:8080/console/welcome?t=${token}\n`);
    expect((await people.setPassword(token, OTHER)).status).toBe(204);
    expect((await people.setPassword(token, PASSWORD)).status).toBe(401);
    expect(await people.resolve(signedIn)).toBeNull();
    expect((await people.signIn({ email, password: OTHER })).status).toBe(201);
    await forgot(email);
    const late = await mailbox.token(email, [token]);
    service.clock.advance(3_600);
    expect((await people.setPassword(late, PASSWORD)).status).toBe(401);
  });

  it('is answered alike and with the same rows for everybody; only members get a mail', async () => {
    const { email } = await people.person();
    const { email: gone, org } = await people.person();
    await service.call('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(gone)}`);
    const unknown = people.newEmail();
    const answers = [];
    for (const each of [email, gone, unknown]) answers.push(await forgot(each));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await mailbox.token(email);
    await settled();
    expect([await mailbox.to(gone), await mailbox.to(unknown)]).toEqual([[], []]);
    expect(await service.sql('SELECT 1 FROM password_reset')).toEqual([]);
  });

  it('is asked for 3 times an address and 30 times a network in 15 minutes, known or not', async () => {
    const { email } = await people.person();
    for (const each of [email, people.newEmail()]) {
      const tries = await Promise.all([1, 2, 3, 4, 5].map(() => forgot(each)));
      expect(tries.map(({ status }) => status).sort()).toEqual([204, 204, 204, 429, 429]);
    }
    const ip = people.newAddress();
    await people.failed(`reset address ${ip}`, 29);
    expect((await forgot(people.newEmail(), ip)).status).toBe(204);
    const refused = await forgot(people.newEmail(), ip);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    service.clock.advance(15 * 60);
    expect((await forgot(email, ip)).status).toBe(204);
  });

  it('that somebody else asks for leaves password, sign-ins and earlier links as they are', async () => {
    const { email, org } = await people.person();
    const [signedIn, link] = [await people.signedIn(email), await people.tokenFor(org, email)];
    await forgot(email);
    await mailbox.token(email);
    expect(await people.resolve(signedIn)).not.toBeNull();
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(201);
    expect((await people.setPassword(link, OTHER)).status).toBe(204);
  });

  it('of several processes at once makes one link a request', async () => {
    const { email } = await people.person();
    await forgot(email);
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map(() => service.app.get(PasswordResetJobs).sendLinks(signal)));
    await mailbox.token(email);
    await settled();
    expect(await mailbox.to(email)).toHaveLength(1);
  });
});
