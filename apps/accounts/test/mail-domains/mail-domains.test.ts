import { NameServer, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProviderDto } from '../../src/identity-providers/provider.dto.js';
import type { MailDomainListDto } from '../../src/mail-domains/mail-domain.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { Owner, type Records } from '../fixtures/owner.js';
import { People } from '../fixtures/people.js';

let names: NameServer;
let mailbox: Mailbox;
let service: AccountsUnderTest;
let people: People;
const records: Records = new Map();
let domains = 0;
const newDomain = () => `domain-${(domains += 1)}.example`;
const ownerOf = () => Owner.of(service, people, records);

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
/** What an operator sets without a provider that answers. */
const settings = (...named: string[]) => ({
  issuer: 'http://127.0.0.1:1',
  clientId: 'capture',
  clientSecret: 'secret',
  domains: named,
});
const providerOf = (owner: Owner) => `${ORGS}/${owner.org}/identity-provider`;

describe('a domain of mail', () => {
  it('is proven by the TXT record that its organization got for it; owners hear of it once, and the audit log has it', async () => {
    const owner = await ownerOf();
    const domain = newDomain();
    const added = await owner.add(domain.toUpperCase());
    expect([added.status, added.body]).toMatchObject([
      201,
      {
        domain,
        record: expect.stringMatching(/^capture-domain-verification=[\w-]{43}$/),
        status: 'unproven',
      },
    ]);
    expect((await owner.add(domain)).body).toEqual(added.body);
    records.set(domain, ['v=spf1 -all', added.body.record]);
    const { status, body } = await owner.verify(domain);
    expect([status, body.status, body.vouched]).toEqual([200, 'proven', false]);
    expect((await owner.verify(domain)).body.provenAt).toBe(body.provenAt);
    await until('the mail', async () => (await mails(owner, domain)).length === 1);
    expect(await owner.audited('mail_domain.added')).toEqual([`owner ${domain}`]);
    expect(await owner.audited('mail_domain.proven')).toEqual([`owner ${domain}`]);
    expect((await owner.remove(domain)).status).toBe(204);
    expect(await owner.domains()).toEqual([]);
    expect(await owner.audited('mail_domain.removed')).toEqual([`owner ${domain}`]);
    expect((await owner.add(domain)).body.record).not.toBe(added.body.record);
    expect((await owner.verify(domain)).body.code).toBe('domain_not_proven');
  });

  it('whose record is longer than one piece of a TXT record, or stands among many, is read whole', async () => {
    const owner = await ownerOf();
    const domain = newDomain();
    const { record } = (await owner.add(domain)).body;
    records.set(domain, ['x'.repeat(300), ...Array.from({ length: 5 }, (_none, index) => `other=${index}`)]);
    expect((await owner.verify(domain)).body.detail).toContain('none that begins with');
    records.set(domain, ['x'.repeat(300), record]);
    expect((await owner.verify(domain)).status).toBe(200);
  });

  it.each([
    ['no name', 'DNS has no such name'],
    [[], 'has no TXT record'],
    [['v=spf1 -all'], 'has TXT records, but none that begins with capture-domain-verification='],
    [['capture-domain-verification=another'], 'has another value: capture-domain-verification=another.'],
    ['silence', 'No DNS server answered'],
  ] as const)('is not proven where DNS has %j, and the answer says so', async (texts, said) => {
    const owner = await ownerOf();
    const domain = newDomain();
    await owner.add(domain);
    records.set(domain, texts);
    const begun = performance.now();
    const { status, body } = await owner.verify(domain);
    expect([status, body.code]).toEqual([409, 'domain_not_proven']);
    expect(body.detail).toContain(said);
    expect(body.detail).toContain(domain);
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect((await owner.domains()).map((each) => each.status)).toEqual(['unproven']);
  });

  it("is not proven by another organization's record", async () => {
    const [first, second] = [await ownerOf(), await ownerOf()];
    const domain = newDomain();
    await first.add(domain);
    const { record } = (await second.add(domain)).body;
    records.set(domain, [record]);
    expect((await first.verify(domain)).body.code).toBe('domain_not_proven');
    expect((await second.verify(domain)).status).toBe(200);
  });

  it('belongs to one organization: another one that proves it too is refused, until the first gives it up', async () => {
    const [first, second] = [await ownerOf(), await ownerOf()];
    const domain = newDomain();
    expect((await first.prove(domain)).status).toBe(200);
    const { status, body } = await second.prove(domain);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect((await second.domains()).map((each) => each.status)).toEqual(['unproven']);
    expect((await first.domains()).map((each) => each.status)).toEqual(['proven']);
    expect(await mails(second, domain)).toEqual([]);
    await first.remove(domain);
    expect((await second.verify(domain)).status).toBe(200);
  });

  it('that two organizations prove at the same moment belongs to one of them', async () => {
    const owners = await Promise.all([ownerOf(), ownerOf(), ownerOf()]);
    const domain = newDomain();
    const texts = await Promise.all(owners.map(async (owner) => (await owner.add(domain)).body.record));
    records.set(domain, texts);
    const statuses = (await Promise.all(owners.map((owner) => owner.verify(domain)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it.each([
    '',
    'acme',
    'ada@acme.example',
    'acme.example/path',
    '127.0.0.1',
    'a b.example',
    `${'x'.repeat(64)}.example`,
  ])('is not %j', async (domain) => {
    const { status, body } = await (await ownerOf()).add(domain);
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'domain']);
  });

  it('of another organization is not found, and there are 50 at most', async () => {
    const [owner, stranger] = [await ownerOf(), await ownerOf()];
    const domain = newDomain();
    await owner.add(domain);
    for (const refused of [await stranger.verify(domain), await stranger.remove(domain)])
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    await service.sql(
      `INSERT INTO mail_domain (organization_id, domain, token, vouched, created_at)
       SELECT $1, 'n' || n || '.example', 'token', false, now() FROM generate_series(1, 49) AS n`,
      owner.org,
    );
    expect((await owner.add(newDomain())).body.code).toBe('conflict');
    expect((await owner.add(domain)).status).toBe(201);
  });

  it.each(['admin', 'producer', 'viewer'] as const)('is no business of a member who is %s', async (role) => {
    const member = await Owner.of(service, people, records, role);
    const calls = [
      await member.add(newDomain()),
      await member.verify('acme.example'),
      await member.remove('acme.example'),
      await member.call('GET', 'mail-domains'),
      await member.call('GET', 'identity-provider'),
      await member.call('PUT', 'identity-provider', { issuer: 'https://id.example', clientId: 'capture' }),
      await member.call('DELETE', 'identity-provider'),
    ];
    for (const { status, body } of calls)
      expect([status, body.code, body.requiredRole]).toEqual([403, 'insufficient_role', 'owner']);
  });
});

describe('what the operator vouches for', () => {
  it('counts as proven, is refused where another organization has proven it, and is free once it ends', async () => {
    const [owner, other] = [await ownerOf(), await ownerOf()];
    const [vouched, proven] = [newDomain(), newDomain()];
    await other.prove(proven);
    const taken = await service.refused('PUT', providerOf(owner), { body: settings(vouched, proven) });
    expect([taken.status, taken.body.code]).toEqual([409, 'conflict']);
    expect(await owner.domains()).toEqual([]);
    await service.call('PUT', providerOf(owner), { body: settings(vouched) });
    expect(await owner.domains()).toMatchObject([{ domain: vouched, vouched: true, status: 'proven' }]);
    expect((await other.prove(vouched)).body.code).toBe('conflict');
    await service.call('DELETE', providerOf(owner));
    expect(await owner.domains()).toEqual([]);
    expect((await other.verify(vouched)).status).toBe(200);
  });

  it('leaves what owners have proven as it is', async () => {
    const owner = await ownerOf();
    const [vouched, proven] = [newDomain(), newDomain()];
    await owner.prove(proven);
    const set = await service.call<IdentityProviderDto>('PUT', providerOf(owner), {
      body: settings(vouched),
    });
    expect(set.body.domains).toEqual([vouched, proven].toSorted());
    const again = await service.call<IdentityProviderDto>('PUT', providerOf(owner), {
      body: settings(proven),
    });
    expect(again.body.domains).toEqual([proven]);
    await service.call('DELETE', providerOf(owner));
    expect(await owner.domains()).toMatchObject([{ domain: proven, vouched: false, status: 'proven' }]);
    const path = `${ORGS}/${owner.org}/mail-domains`;
    const seen = await service.call<MailDomainListDto>('GET', path);
    expect(seen.body.data).toEqual(await owner.domains());
    expect((await service.call('DELETE', `${path}/${proven}`)).status).toBe(204);
    expect(await owner.domains()).toEqual([]);
  });

  it('until this release are the domains of every provider', async () => {
    const owner = await ownerOf();
    const domain = newDomain();
    await service.call('PUT', providerOf(owner), { body: settings(domain) });
    const before = (await owner.domains()).map(({ record: _record, createdAt: _at, ...rest }) => rest);
    await service.sql('DROP TABLE mail_domain CASCADE');
    await service.migrateAgain('20261125141443_mail_domains');
    const after = (await owner.domains()).map(({ record: _record, createdAt: _at, ...rest }) => rest);
    expect(after).toEqual(before);
  });
});
