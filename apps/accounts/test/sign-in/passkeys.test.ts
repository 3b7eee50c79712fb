import {
  DEVICE_HEADER,
  SIGN_IN_HEADER,
  STARTED_SIGN_IN_HEADER,
  type MemberPrincipal,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import { PasskeyJobs } from '../../src/passkeys/passkey.jobs.js';
import { PasskeyRepository } from '../../src/passkeys/passkey.repository.js';
import { PersonJobs } from '../../src/passwords/person.jobs.js';
import { SignInRepository } from '../../src/sign-in/sign-in.repository.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { SoftwarePasskey } from '../fixtures/passkey.js';
import { PASSWORD, People, signedOut, type Person } from '../fixtures/people.js';
import { Authenticator } from '../fixtures/second-factor.js';
import { SingleSignOn } from '../fixtures/single-sign-on.js';

const REFUSED = { status: 401, body: { code: 'unauthorized' } };

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start({ CAPTURE_SSO_ALLOW_LOOPBACK: 'true' });
  people = new People(service);
});
afterAll(() => service.stop());

interface WithPasskey extends Person {
  token: string;
  principal: MemberPrincipal;
  device: SoftwarePasskey & { id: string };
}

async function withPasskey(): Promise<WithPasskey> {
  const person = await people.person();
  const token = await people.signedIn(person.email);
  const principal = await people.principal(token);
  return { ...person, token, principal, device: await SoftwarePasskey.added(service, people, principal) };
}

async function rows(table: string, where: string, value: string): Promise<number> {
  return (await service.sql(`SELECT 1 FROM ${table} WHERE ${where} = $1`, value)).length;
}

describe('a sign-in with a passkey', () => {
  it('makes a sign-in like one by password, and notes when the passkey was used', async () => {
    const { org, email, principal, device } = await withPasskey();
    const { status, body, headers } = await device.signIn();
    expect([status, body]).toMatchObject([201, { member: { email }, organization: { id: org } }]);
    expect(headers[STARTED_SIGN_IN_HEADER]).toBe('');
    expect(String(headers[DEVICE_HEADER])).toMatch(/^[\w-]+\.[\w-]+$/);
    const found = await people.principal(String(headers[SIGN_IN_HEADER]));
    expect(found).toMatchObject({ email, organizationId: org });
    const listed = await service.call('GET', '/console/api/passkeys', { principal });
    expect(listed.body).toMatchObject({ data: [{ lastUsedAt: expect.any(String) }] });
  });

  it('stands for both factors: no code is asked for', async () => {
    const { email, token, device } = await withPasskey();
    await Authenticator.enabled(service, people, email, token);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(202);
    expect((await device.signIn()).status).toBe(201);
  });

  it('goes to the organization that is named', async () => {
    const { email, device } = await withPasskey();
    const { id: second } = await service.organization();
    expect((await device.signIn({ organizationId: second })).status).toBe(404);
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    expect((await device.signIn({ organizationId: second })).body.organization.id).toBe(second);
  });

  it.each([
    ['another origin', { origin: 'http://localhost:8081' }],
    ['another host name', { rpId: 'elsewhere.example' }],
    ['no verification of its user', { verified: false }],
    ["another person's handle", { userHandle: 'c29tZWJvZHk' }],
  ])('is refused with %s', async (_what, deviation) => {
    const { device } = await withPasskey();
    expect(await device.signIn(deviation)).toMatchObject(REFUSED);
  });

  it('is refused with the signature of another key, and with an unknown passkey', async () => {
    const [{ device }, { device: other }] = [await withPasskey(), await withPasskey()];
    const begun = await device.begun();
    const forged = { ...device.sign(begun), signature: other.sign(begun).signature };
    expect(await device.finish(forged, begun.browser)).toMatchObject(REFUSED);
    expect(await new SoftwarePasskey(service, people).signIn({ userHandle: 'bm9ib2R5' })).toMatchObject(
      REFUSED,
    );
  });

  it('takes a challenge once, for 5 minutes, in the browser that began', async () => {
    const { device } = await withPasskey();
    const [begun, elsewhere] = [await device.begun(), await device.begun()];
    const answer = device.sign(begun);
    expect(await device.finish(answer, elsewhere.browser)).toMatchObject(REFUSED);
    const both = await Promise.all([
      device.finish(answer, begun.browser),
      device.finish(answer, begun.browser),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
    const late = await device.begun();
    service.clock.advance(5 * 60);
    expect(await device.finish(device.sign(late), late.browser)).toMatchObject(REFUSED);
  });

  it('takes no challenge that was made for adding a passkey, and adding none of a sign-in', async () => {
    const { principal, device } = await withPasskey();
    const { body: adding } = await device.begin(principal);
    expect(await device.finish(device.sign(adding), '')).toMatchObject(REFUSED);
    const begun = await device.begun();
    const another = new SoftwarePasskey(service, people);
    const answer = another.create({ ...begun, userHandle: 'YQ', knownCredentialIds: [] });
    expect((await another.add(principal, answer)).status).toBe(400);
  });

  it('is refused when its counter does not grow, which the audit log says', async () => {
    const { org, member, device } = await withPasskey();
    device.counter = 5;
    expect((await device.signIn()).status).toBe(201);
    for (const counter of [5, 4, 0]) {
      device.counter = counter;
      expect(await device.signIn()).toMatchObject(REFUSED);
    }
    const entries = (await service.call<AuditEntryPageDto>('GET', `${ORGS}/${org}/audit-log`)).body.data;
    expect(entries.slice(0, 3)).toEqual(
      Array(3).fill(
        expect.objectContaining({
          action: 'member.passkey_counter_refused',
          subject: member.id,
          detail: { passkeyId: device.id },
        }),
      ),
    );
    device.counter = 6;
    expect((await device.signIn()).status).toBe(201);
  });

  it('is refused when the passkey was used with that counter, or removed, since it was read', async () => {
    const { email, device } = await withPasskey();
    const passkeys = service.app.get(PasskeyRepository);
    const before = await passkeys.findByCredential(device.credentialId);
    const read = vi.spyOn(passkeys, 'findByCredential');
    device.counter = 5;
    expect((await device.signIn()).status).toBe(201);
    read.mockResolvedValueOnce(before);
    expect(await device.signIn()).toMatchObject(REFUSED);
    await passkeys.deleteOf(email);
    device.counter = 6;
    read.mockResolvedValueOnce(before);
    expect(await device.signIn()).toMatchObject(REFUSED);
    read.mockRestore();
  });

  it('is refused for a member who was removed since their memberships were read', async () => {
    const { org, email, member, device } = await withPasskey();
    const signIns = service.app.get(SignInRepository);
    const before = await service.app
      .get(Database)
      .forEveryOrganization('a test', () => signIns.memberships(email));
    await service.call('DELETE', `${ORGS}/${org}/members/${member.id}`);
    const read = vi.spyOn(signIns, 'memberships').mockResolvedValueOnce(before);
    expect(await device.signIn()).toMatchObject(REFUSED);
    expect(read).toHaveBeenCalledOnce();
    read.mockRestore();
  });

  it('is refused for a removed member, whose sign-ins by it end', async () => {
    const { org, member, device } = await withPasskey();
    const token = String((await device.signIn()).headers[SIGN_IN_HEADER]);
    expect((await service.call('DELETE', `${ORGS}/${org}/members/${member.id}`)).status).toBe(204);
    expect([await people.resolve(token), (await device.signIn()).status]).toEqual([null, 401]);
  });

  it('counts wrong answers in the limits of wrong passwords, and a right one not at all', async () => {
    const { email, device } = await withPasskey();
    const ip = people.newAddress();
    for (let times = 0; times < 12; times += 1) expect((await device.signIn({}, ip)).status).toBe(201);
    for (let times = 0; times < 10; times += 1)
      expect((await device.signIn({ verified: false }, ip)).status).toBe(401);
    expect((await device.signIn({}, ip)).status).toBe(429);
    expect((await people.signIn({ email, password: PASSWORD }, ip)).status).toBe(429);
    expect((await device.signIn()).status).toBe(201);
  });

  it('is begun no more than 100 times from one network without being finished', async () => {
    const ip = people.newAddress();
    await people.failed(`passkey address ${ip}`, 100);
    const answer = await service.refused('POST', '/console/api/sign-in/passkey', { ...signedOut, ip });
    expect(answer.status).toBe(429);
  });

  it('is refused for an organization that takes no passwords, and ends with one that was open', async () => {
    const { email, device } = await withPasskey();
    const acme = await SingleSignOn.start(service, people, 'http://localhost:8080/console/single-sign-on');
    try {
      await service.call('POST', `${ORGS}/${acme.org}/members`, { body: { email } });
      const organizationId = acme.org;
      const token = String((await device.signIn({ organizationId })).headers[SIGN_IN_HEADER]);
      expect(await people.resolve(token)).not.toBeNull();
      await acme.set({ passwordAllowed: false });
      expect(await people.resolve(token)).toBeNull();
      const refused = { status: 403, body: { code: 'single_sign_on_required' } };
      expect(await device.signIn({ organizationId })).toMatchObject(refused);
      expect((await device.signIn()).status).toBe(201);
    } finally {
      await acme.stop();
    }
  });
});

describe('rows of passkeys end', () => {
  it('challenges when they have run out, and no earlier', async () => {
    const { principal, device } = await withPasskey();
    await device.begin(principal);
    const clean = () => service.app.get(PasskeyJobs).deleteEnded(new AbortController().signal);
    service.clock.advance(5 * 60 - 1);
    await clean();
    expect(await rows('passkey_challenge', 'sign_in_id', principal.signInId)).toBe(1);
    service.clock.advance(1);
    await clean();
    expect(await rows('passkey_challenge', 'sign_in_id', principal.signInId)).toBe(0);
  });

  it('challenges with their sign-in, and passkeys with their person', async () => {
    const { org, email, member, principal, device } = await withPasskey();
    await device.begin(principal);
    await service.call('DELETE', `${ORGS}/${org}/members/${member.id}`);
    expect(await rows('passkey_challenge', 'sign_in_id', principal.signInId)).toBe(0);
    service.clock.advance(31 * 86_400);
    await service.app.get(PersonJobs).forgetGone(new AbortController().signal);
    expect(await rows('passkey', 'email', email)).toBe(0);
  });
});
