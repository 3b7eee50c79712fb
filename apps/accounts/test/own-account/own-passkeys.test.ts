import type { MemberPrincipal } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { OwnPasskeyListDto } from '../../src/own-account/own-passkey.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { SoftwarePasskey } from '../fixtures/passkey.js';
import { PASSWORD, People, type Person } from '../fixtures/people.js';
import { Authenticator } from '../fixtures/second-factor.js';
import { accountOf, SingleSignOn } from '../fixtures/single-sign-on.js';

const PATH = '/console/api/passkeys';
const OTHER = 'another horse entirely';

let mailbox: Mailbox;
let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  const env = { CAPTURE_MAIL_DIR: mailbox.folder, CAPTURE_SSO_ALLOW_LOOPBACK: 'true' };
  service = await AccountsUnderTest.start(env);
  people = new People(service);
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});

interface SignedIn extends Person {
  token: string;
  principal: MemberPrincipal;
}

async function signedIn(): Promise<SignedIn> {
  const person = await people.person();
  const token = await people.signedIn(person.email);
  return { ...person, token, principal: await people.principal(token) };
}

const passkey = (): SoftwarePasskey => new SoftwarePasskey(service, people);
const added = (principal: MemberPrincipal, code?: string) =>
  SoftwarePasskey.added(service, people, principal, code);

async function list(principal: MemberPrincipal): Promise<OwnPasskeyListDto['data']> {
  return (await service.call<OwnPasskeyListDto>('GET', PATH, { principal })).body.data;
}

const remove = (principal: MemberPrincipal, id: string, body: object = { currentPassword: PASSWORD }) =>
  service.refused('POST', `${PATH}/${id}/remove`, { principal, body });

async function audited(org: string): Promise<string[]> {
  const path = `${ORGS}/${org}/audit-log`;
  return (await service.call<AuditEntryPageDto>('GET', path)).body.data.map(({ action }) => action);
}

const mailed = (email: string, text: string): Promise<unknown> =>
  until(`a mail to ${email}: ${text}`, async () =>
    (await mailbox.to(email)).some((mail) => mail.includes(text)),
  );

describe('adding a passkey', () => {
  it('takes the password and the answer of a device; it is listed, logged in every organization and mailed', async () => {
    const { org, email, principal } = await signedIn();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    const device = passkey();
    const begun = await device.begin(principal);
    expect([begun.status, begun.body.rpId, begun.body.knownCredentialIds]).toEqual([201, 'localhost', []]);
    const answer = await device.add(principal, { ...device.create(begun.body), name: 'My phone' });
    expect([answer.status, answer.body]).toEqual([
      201,
      { id: answer.body.id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect(await list(principal)).toEqual([answer.body]);
    expect((await device.begin(principal)).body.knownCredentialIds).toEqual([device.credentialId]);
    for (const each of [org, second]) expect(await audited(each)).toContain('member.passkey_added');
    await mailed(email, 'A passkey was added');
  });

  it('is refused without the password, and without a code where a second factor is on', async () => {
    const { email, token, principal } = await signedIn();
    const wrong = await passkey().begin(principal, { currentPassword: OTHER });
    expect([wrong.status, wrong.body.field]).toEqual([400, 'currentPassword']);
    const phone = await Authenticator.enabled(service, people, email, token);
    for (const code of [undefined, '000000']) {
      const { status, body } = await passkey().begin(principal, { code });
      expect([status, body.field]).toEqual([400, 'code']);
    }
    await added(principal, phone.nextCode());
    expect(await list(principal)).toHaveLength(1);
  });

  it('takes a challenge once, for 5 minutes, in the sign-in that asked for it, also after a wrong answer', async () => {
    const { email, principal } = await signedIn();
    const other = await people.principal(await people.signedIn(email));
    const device = passkey();
    const { body: begun } = await device.begin(principal);
    expect((await device.add(other, device.create(begun))).status).toBe(400);
    const wrong = device.create(begun, { origin: 'https://elsewhere.example' });
    expect((await device.add(principal, wrong)).status).toBe(400);
    expect((await device.add(principal, device.create(begun))).status).toBe(400);
    const { body: late } = await device.begin(principal);
    service.clock.advance(5 * 60);
    expect((await device.add(principal, device.create(late))).status).toBe(400);
    const { body: good } = await device.begin(principal);
    expect((await device.add(principal, device.create(good))).status).toBe(201);
    expect((await device.add(principal, device.create(good))).status).toBe(400);
  });

  it.each([
    ['another origin', { origin: 'http://localhost:8081' }],
    ['another host name', { rpId: 'elsewhere.example' }],
    ['no verification of its user', { verified: false }],
    ['certificates', { format: 'packed', statement: new Map([['x5c', [new Uint8Array(3)]]]) }],
    ['a format that is not asked for', { format: 'android-safetynet' }],
  ])('is refused with %s', async (_what, deviation) => {
    const { principal } = await signedIn();
    const device = passkey();
    const { body: begun } = await device.begin(principal);
    const { status, body } = await device.add(principal, device.create(begun, deviation));
    expect([status, body.field]).toEqual([400, 'attestation']);
    expect(await list(principal)).toEqual([]);
  });

  it('gives a credential to one person: another who shows it is refused', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const device = await added(first.principal);
    const { body: begun } = await device.begin(second.principal);
    expect((await device.add(second.principal, device.create(begun))).status).toBe(409);
    expect(await list(second.principal)).toEqual([]);
  });

  it('ends at 20 passkeys', async () => {
    const { email, principal } = await signedIn();
    await service.sql(
      `INSERT INTO passkey (id, email, credential_id, public_key, counter, name, created_at)
       SELECT 'psk_' || $1 || n, $1, $1 || n, '', 0, 'A', now() FROM generate_series(1, 20) n`,
      email,
    );
    expect((await passkey().begin(principal)).status).toBe(409);
  });
});

describe('removing a passkey', () => {
  it('takes the password, and a code where one is asked for; other sign-ins end, and it signs nobody in', async () => {
    const { org, email, token, principal } = await signedIn();
    const phone = await Authenticator.enabled(service, people, email, token);
    const device = await added(principal, phone.nextCode());
    const { headers } = await device.signIn();
    const other = String(headers['x-capture-sign-in']);
    expect((await remove(principal, device.id, { currentPassword: OTHER })).body.field).toBe(
      'currentPassword',
    );
    expect((await remove(principal, device.id)).body.field).toBe('code');
    const proof = { currentPassword: PASSWORD, code: phone.nextCode() };
    expect((await remove(principal, device.id, proof)).status).toBe(204);
    expect([await people.resolve(other), (await device.signIn()).status]).toEqual([null, 401]);
    expect(await people.resolve(token)).not.toBeNull();
    expect(await audited(org)).toContain('member.passkey_removed');
    await mailed(email, 'A passkey was removed');
  });

  it("refuses another person's", async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const device = await added(first.principal);
    expect((await remove(second.principal, device.id)).status).toBe(404);
    expect((await device.signIn()).status).toBe(201);
  });
});

describe('passkeys', () => {
  it('stay with another password by who knows the former one', async () => {
    const { principal } = await signedIn();
    const device = await added(principal);
    const body = { currentPassword: PASSWORD, password: OTHER };
    await service.call('POST', '/console/api/password', { principal, body });
    expect((await device.signIn()).status).toBe(201);
  });

  it('end with a new password by a link, and so does a challenge of before; the second factor stays', async () => {
    const { org, email, token, principal } = await signedIn();
    const phone = await Authenticator.enabled(service, people, email, token);
    const device = await added(principal, phone.nextCode());
    const late = passkey();
    const { body: begun } = await late.begin(principal, { code: phone.nextCode() });
    expect((await people.setPassword(await people.tokenFor(org, email), OTHER)).status).toBe(204);
    expect((await device.signIn()).status).toBe(401);
    expect((await late.add(principal, late.create(begun))).status).toBe(400);
    expect((await people.signIn({ email, password: OTHER })).status).toBe(202);
    expect(await audited(org)).toContain('member.passkeys_ended');
    await mailed(email, 'Your passkeys were removed because a new password was chosen by a link');
  });

  it('end when an operator resets a second factor, also without one, and the sign-ins with them', async () => {
    const { org, email, principal } = await signedIn();
    const device = await added(principal);
    const token = String((await device.signIn()).headers['x-capture-sign-in']);
    const path = `${ORGS}/${org}/members/${encodeURIComponent(email)}/second-factor`;
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect([(await device.signIn()).status, await people.resolve(token)]).toEqual([401, null]);
    expect(await audited(org)).toContain('member.passkeys_reset');
    await mailed(email, 'An operator has removed your passkeys');
    expect((await service.call('DELETE', path)).status).toBe(404);
  });

  it('are out of reach for a sign-in that a provider vouched for', async () => {
    const redirectUri = 'http://localhost:8080/console/single-sign-on';
    const acme = await SingleSignOn.start(service, people, redirectUri);
    try {
      const email = `person@${acme.domain}`;
      await service.call('POST', `${ORGS}/${acme.org}/members`, { body: { email } });
      await people.setPassword(await people.tokenFor(acme.org, email), PASSWORD);
      const own = await people.principal(await people.signedIn(email));
      const device = await added(own);
      const principal = await people.principal(await acme.token(accountOf(email)));
      const refused = { status: 403, body: { code: 'password_sign_in_required' } };
      expect(await passkey().begin(principal)).toMatchObject(refused);
      expect(await remove(principal, device.id)).toMatchObject(refused);
      expect(await list(own)).toHaveLength(1);
    } finally {
      await acme.stop();
    }
  });
});
