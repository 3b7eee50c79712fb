import { NameServer, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProviderDto } from '../../src/identity-providers/provider.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { Owner, type Records } from '../fixtures/owner.js';
import { People } from '../fixtures/people.js';
import { accountOf, SingleSignOn } from '../fixtures/single-sign-on.js';

const REDIRECT_URI = 'http://localhost:8080/console/single-sign-on';

let names: NameServer;
let mailbox: Mailbox;
let service: AccountsUnderTest;
let people: People;
const records: Records = new Map();
const started: SingleSignOn[] = [];

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
  await Promise.all(started.map((each) => each.stop()));
  await service.stop();
  await names.stop();
  await mailbox.remove();
});

/** An owner, and a provider at which people with addresses in a domain could sign in. */
async function ownerAndProvider(): Promise<{ owner: Owner; acme: SingleSignOn }> {
  const owner = await Owner.of(service, people, records);
  const acme = await SingleSignOn.notSet(service, people, REDIRECT_URI, owner.org);
  started.push(acme);
  return { owner, acme };
}

function set(owner: Owner, { provider }: SingleSignOn, changes: object = {}) {
  const { issuer, clientId, clientSecret } = provider;
  const body = { issuer, clientId, clientSecret, ...changes };
  return owner.call<IdentityProviderDto>('PUT', 'identity-provider', body);
}

/** The owner as the provider of their organization vouches for them. */
async function vouchedFor(owner: Owner, acme: SingleSignOn): Promise<Owner> {
  const email = acme.address('owner');
  const body = { email, role: 'owner' };
  await service.call('POST', `${ORGS}/${owner.org}/members`, { body });
  return owner.with(await people.principal(await acme.token(accountOf(email))));
}

describe('an owner who sets the identity provider of the organization', () => {
  it('has to have proven a domain; then people with addresses in it sign in, of this organization alone', async () => {
    const { owner, acme } = await ownerAndProvider();
    const early = await set(owner, acme);
    expect([early.status, early.body.code]).toEqual([409, 'conflict']);
    await owner.add(acme.domain);
    expect((await set(owner, acme)).body.code).toBe('conflict');
    await owner.prove(acme.domain);
    const { status, body } = await set(owner, acme);
    const { issuer, clientId, clientSecret } = acme.provider;
    const domains = [acme.domain];
    expect([status, body]).toMatchObject([200, { issuer, clientId, domains, redirectUri: REDIRECT_URI }]);
    const read = await owner.call('GET', 'identity-provider');
    expect(read.body).toEqual(body);
    expect(read.text).not.toContain(clientSecret);
    const email = acme.address('ada');
    await acme.member(email);
    const entered = await acme.visit(accountOf(email));
    expect([entered.status, entered.body.organization.id]).toEqual([201, owner.org]);
    const elsewhere = await acme.visit(accountOf('ada@elsewhere.example'));
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'single_sign_on_refused']);
  });

  it('has further domains count as they are proven, and none that is given up', async () => {
    const { owner, acme } = await ownerAndProvider();
    await owner.prove(acme.domain);
    await set(owner, acme);
    const second = `second.${acme.domain}`;
    expect((await acme.begin(`ada@${second}`)).status).toBe(404);
    await owner.prove(second);
    expect((await acme.begin(`ada@${second}`)).status).toBe(200);
    await owner.remove(second);
    expect((await acme.begin(`ada@${second}`)).status).toBe(404);
    expect((await acme.begin()).status).toBe(200);
  });

  it('is told by mail with every other owner when it is set, changed and removed, and the audit log has who did it', async () => {
    const { owner, acme } = await ownerAndProvider();
    const other = people.newEmail();
    const body = { email: other, role: 'owner' };
    await service.call('POST', `${ORGS}/${owner.org}/members`, { body });
    await owner.prove(acme.domain);
    await set(owner, acme);
    await set(owner, acme, { asksSecondFactor: true });
    expect((await owner.call('DELETE', 'identity-provider')).status).toBe(204);
    for (const email of [owner.email, other])
      for (const news of ['was set up', 'was changed', 'was removed', 'was proven'])
        await until(`${news}: ${email}`, async () => {
          const mails = await mailbox.to(email);
          return mails.filter((mail) => mail.includes(news)).length === 1;
        });
    expect(await owner.audited('identity_provider.set')).toEqual(Array(2).fill(`owner ${owner.org}`));
    expect(await owner.audited('identity_provider.removed')).toEqual([`owner ${owner.org}`]);
    expect((await owner.domains()).map(({ status }) => status)).toEqual(['proven']);
    expect((await owner.call('GET', 'identity-provider')).status).toBe(404);
    expect((await owner.call('DELETE', 'identity-provider')).status).toBe(404);
  });

  it('need not repeat the secret, which goes to no other issuer or client', async () => {
    const { owner, acme } = await ownerAndProvider();
    await owner.prove(acme.domain);
    for (const clientSecret of [null, undefined]) {
      const { status, body } = await set(owner, acme, { clientSecret });
      expect([status, body.field]).toEqual([400, 'clientSecret']);
    }
    await set(owner, acme);
    expect((await set(owner, acme, { clientSecret: null, newMemberRole: 'viewer' })).status).toBe(200);
    expect((await acme.visit(accountOf(acme.address('new')))).status).toBe(201);
    for (const change of [{ issuer: 'http://127.0.0.1:1' }, { clientId: 'another' }]) {
      const { status, body } = await set(owner, acme, { clientSecret: null, ...change });
      expect([status, body.field]).toEqual([400, 'clientSecret']);
    }
  });

  it('changes what is named alone, and what another owner has changed meanwhile stays', async () => {
    const { owner, acme } = await ownerAndProvider();
    const change = (body: object) => owner.call<IdentityProviderDto>('PATCH', 'identity-provider', body);
    expect((await change({ asksSecondFactor: true })).body.code).toBe('not_found');
    await owner.prove(acme.domain);
    const { body: first } = await set(owner, acme, { newMemberRole: 'viewer' });
    const second = await change({ asksSecondFactor: true });
    expect([second.status, second.body]).toMatchObject([
      200,
      { ...first, asksSecondFactor: true, updatedAt: expect.any(String) },
    ]);
    expect((await change({ newMemberRole: null })).body).toMatchObject({
      asksSecondFactor: true,
      newMemberRole: null,
    });
    expect((await acme.begin()).status).toBe(200);
  });

  it('is held to the same as in setting everything, and a change of nothing is none', async () => {
    const { owner, acme } = await ownerAndProvider();
    const change = (body: object) => owner.call<IdentityProviderDto>('PATCH', 'identity-provider', body);
    await owner.prove(acme.domain);
    const { body: first } = await set(owner, acme);
    for (const body of [{ issuer: 'http://127.0.0.1:1' }, { clientId: 'another' }])
      expect((await change(body)).body.field).toBe('clientSecret');
    expect((await change({ issuer: 'https://10.0.0.1', clientSecret: 's' })).body.field).toBe('issuer');
    expect((await change({ passwordAllowed: false })).body.code).toBe('conflict');
    expect((await change({})).body).toEqual(first);
    expect(await owner.audited('identity_provider.set')).toHaveLength(1);
    const vouched = await vouchedFor(owner, acme);
    const elsewhere = { issuer: 'http://127.0.0.1:1', clientSecret: 's' };
    const refused = await vouched.call('PATCH', 'identity-provider', elsewhere);
    expect(refused.body.code).toBe('conflict');
    const { status } = await vouched.call('PATCH', 'identity-provider', { passwordAllowed: false });
    expect(status).toBe(200);
  });

  it.each([
    ['issuer', { issuer: 'http://id.acme.example' }],
    ['issuer', { issuer: 'https://10.0.0.1' }],
    ['issuer', { issuer: 'https://169.254.169.254' }],
    ['issuer', { issuer: 'https://[fd00::1]' }],
    ['issuer', { issuer: 'https://id.internal' }],
    ['domains', { domains: ['elsewhere.example'] }],
    ['newMemberRole', { newMemberRole: 'owner' }],
  ])('is refused with a wrong %s: %j', async (field, changes) => {
    const { owner, acme } = await ownerAndProvider();
    await owner.prove(acme.domain);
    const { status, body } = await set(owner, acme, changes);
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', field]);
  });
});

describe('an owner cannot lock the organization out', () => {
  it('passwords are refused only by who is signed in by this provider, and the last domain stays while they are', async () => {
    const { owner, acme } = await ownerAndProvider();
    await owner.prove(acme.domain);
    expect((await set(owner, acme, { passwordAllowed: false })).body.code).toBe('conflict');
    await set(owner, acme);
    expect((await set(owner, acme, { passwordAllowed: false })).body.code).toBe('conflict');
    const vouched = await vouchedFor(owner, acme);
    const elsewhere = { passwordAllowed: false, issuer: 'http://127.0.0.1:1' };
    expect((await set(vouched, acme, elsewhere)).body.code).toBe('conflict');
    expect((await set(vouched, acme, { passwordAllowed: false })).status).toBe(200);
    expect((await vouched.remove(acme.domain)).body.code).toBe('conflict');
    await vouched.prove(`second.${acme.domain}`);
    expect((await vouched.remove(acme.domain)).status).toBe(204);
    expect((await vouched.remove(`second.${acme.domain}`)).body.code).toBe('conflict');
    await set(vouched, acme, { passwordAllowed: true });
    expect((await vouched.remove(`second.${acme.domain}`)).status).toBe(204);
  });

  it('the provider is removed or replaced only by who has another way in', async () => {
    const { owner, acme } = await ownerAndProvider();
    await owner.prove(acme.domain);
    await set(owner, acme);
    const vouched = await vouchedFor(owner, acme);
    const issuer = 'http://127.0.0.1:1';
    expect((await vouched.call('DELETE', 'identity-provider')).body.code).toBe('conflict');
    expect((await set(vouched, acme, { issuer })).body.code).toBe('conflict');
    expect((await set(vouched, acme, { asksSecondFactor: true })).status).toBe(200);
    expect((await set(owner, acme, { issuer })).status).toBe(200);
    expect((await owner.call('DELETE', 'identity-provider')).status).toBe(204);
  });
});
