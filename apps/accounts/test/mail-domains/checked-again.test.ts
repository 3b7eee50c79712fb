import { JobScheduler } from '@capture/platform';
import { NameServer, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailDomainJobs } from '../../src/mail-domains/mail-domain.jobs.js';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { Owner, type Records } from '../fixtures/owner.js';
import { People } from '../fixtures/people.js';
import { accountOf, SingleSignOn } from '../fixtures/single-sign-on.js';

const DAY_SEC = 24 * 3_600;

let names: NameServer;
let mailbox: Mailbox;
let service: AccountsUnderTest;
let people: People;
const records: Records = new Map();
let domains = 0;
const newDomain = () => `domain-${(domains += 1)}.example`;

beforeAll(async () => {
  names = await NameServer.start(() => []);
  names.texts = (name) => records.get(name) ?? 'no name';
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({
    CAPTURE_MAIL_DIR: mailbox.folder,
    CAPTURE_DOMAIN_DNS_SERVERS: names.address,
    CAPTURE_SSO_ALLOW_LOOPBACK: 'true',
  });
  people = new People(service);
});
afterAll(async () => {
  await service.stop();
  await names.stop();
  await mailbox.remove();
});

const mails = async (owner: Owner, text: string) =>
  (await mailbox.to(owner.email)).filter((mail) => mail.includes(text));
const checkAgain = () => service.app.get(JobScheduler).runNow(MailDomainJobs, 'checkAgain');

describe('the record of a proven domain', () => {
  it('is looked up again each day; when it is gone the page says so, owners get one mail, and it may come back', async () => {
    const owner = await Owner.of(service, people, records);
    const domain = newDomain();
    await owner.prove(domain);
    const kept = records.get(domain) ?? [];
    const status = async () => (await owner.domains())[0]?.status;
    records.set(domain, []);
    await checkAgain();
    expect(await status()).toBe('proven');
    service.clock.advance(DAY_SEC + 1);
    await checkAgain();
    expect(await status()).toBe('missing');
    service.clock.advance(DAY_SEC + 1);
    await checkAgain();
    await until('the mail', async () => (await mails(owner, 'is gone')).length === 1);
    service.clock.advance(27 * DAY_SEC);
    expect(await status()).toBe('missing');
    service.clock.advance(2 * DAY_SEC);
    expect(await status()).toBe('lapsed');
    expect(await mails(owner, 'is gone')).toHaveLength(1);
    records.set(domain, kept);
    await checkAgain();
    expect(await status()).toBe('proven');
  });

  it('counts as gone after a week in which no server answered, and not before', async () => {
    const owner = await Owner.of(service, people, records);
    const domain = newDomain();
    await owner.prove(domain);
    records.set(domain, 'silence');
    const status = async () => (await owner.domains())[0]?.status;
    service.clock.advance(2 * DAY_SEC);
    await checkAgain();
    expect(await status()).toBe('proven');
    service.clock.advance(6 * DAY_SEC);
    await checkAgain();
    expect(await status()).toBe('missing');
    records.delete(domain);
  });

  it('that is gone for 30 days ties nobody new, while who was tied before signs in as ever', async () => {
    const owner = await Owner.of(service, people, records);
    const redirectUri = 'http://localhost:8080/console/single-sign-on';
    const acme = await SingleSignOn.notSet(service, people, redirectUri, owner.org);
    const { issuer, clientId, clientSecret } = acme.provider;
    await owner.prove(acme.domain);
    const set = { issuer, clientId, clientSecret, newMemberRole: 'viewer' };
    expect((await owner.call('PUT', 'identity-provider', set)).status).toBe(200);
    const [tied, late] = [accountOf(acme.address('tied')), accountOf(acme.address('late'))];
    await acme.member(late.email);
    await acme.token(tied);
    records.set(acme.domain, 'no name');
    service.clock.advance(2 * DAY_SEC);
    await checkAgain();
    expect((await acme.visit(accountOf(acme.address('meanwhile')))).status).toBe(201);
    service.clock.advance(31 * DAY_SEC);
    const token = await acme.token(tied);
    await checkAgain();
    expect(await people.resolve(token)).not.toBeNull();
    for (const account of [late, accountOf(acme.address('new'))]) {
      const { status, body } = await acme.visit(account);
      expect([status, body.code]).toEqual([403, 'single_sign_on_refused']);
      expect(body.detail).toContain('not proven any more');
    }
    await owner.prove(acme.domain);
    expect((await acme.visit(late)).status).toBe(201);
    await acme.stop();
  });
});
