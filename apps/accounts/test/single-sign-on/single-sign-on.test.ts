import { DEVICE_HEADER, SIGN_IN_HEADER, STARTED_SIGN_IN_HEADER } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IdentityService } from '../../src/single-sign-on/identity.service.js';
import { SingleSignOnJobs } from '../../src/single-sign-on/single-sign-on.jobs.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { PASSWORD, People } from '../fixtures/people.js';
import { Authenticator } from '../fixtures/second-factor.js';
import { accountOf, SingleSignOn, type Finished } from '../fixtures/single-sign-on.js';

const NOT_BEGUN = 'was finished before, took too long, or was begun in another browser';
const PROVIDER = 'did not confirm the sign-in';
const ADDRESS = 'no verified address in a domain';
const NO_MEMBER = 'You are no member';
const OTHER = 'tied to another account';

let service: AccountsUnderTest;
let people: People;
let acme: SingleSignOn;
let other: SingleSignOn;

beforeAll(async () => {
  service = await AccountsUnderTest.start({ CAPTURE_SSO_ALLOW_LOOPBACK: 'true' });
  people = new People(service);
  const redirectUri = 'http://localhost:8080/console/single-sign-on';
  acme = await SingleSignOn.start(service, people, redirectUri);
  other = await SingleSignOn.start(service, people, redirectUri);
});
afterAll(async () => {
  await Promise.all([acme.stop(), other.stop()]);
  await service.stop();
});

/** Nobody is signed in, and the answer says why. */
function expectRefused({ status, body, headers }: Finished, why: string): void {
  expect([status, body.code, headers[SIGN_IN_HEADER]]).toEqual([403, 'single_sign_on_refused', undefined]);
  expect(body.detail).toContain(why);
}

/** A member of Acme, and their account at its provider. */
async function memberOfAcme() {
  const email = acme.address(people.newEmail().split('@', 1)[0] ?? '');
  const id = await acme.member(email);
  return { id, email, account: accountOf(email) };
}

async function audited(action: string, organization = acme.org): Promise<unknown[]> {
  const path = `${ORGS}/${organization}/audit-log?action=${action}&limit=100`;
  return (await service.call<{ data: unknown[] }>('GET', path)).body.data;
}

describe('a sign-in at the identity provider of an organization', () => {
  it('signs its member in, who needs no password, and ties the identity to them for good', async () => {
    const { id, email, account } = await memberOfAcme();
    const first = await acme.visit(account);
    expect([first.status, first.body]).toMatchObject([
      201,
      { member: { id, email }, organization: { id: acme.org }, organizations: [{ id: acme.org }] },
    ]);
    expect(first.headers[STARTED_SIGN_IN_HEADER]).toBe('');
    const token = String(first.headers[SIGN_IN_HEADER]);
    expect(await people.principal(token)).toMatchObject({ memberId: id, organizationId: acme.org });
    expect(await audited('member.identity_tied')).toContainEqual(
      expect.objectContaining({ actor: id, subject: id, detail: { issuer: acme.provider.issuer } }),
    );
    const renamed = { ...account, email: acme.address('renamed') };
    expect((await acme.visit(renamed)).body.member.id).toBe(id);
  });

  it('sends the browser to the provider with PKCE, state and nonce, each of them new', async () => {
    const [first, second] = [await acme.browser(), await acme.browser()];
    const sent = (url: string) => new URL(url).searchParams;
    expect(sent(first.url).get('code_challenge_method')).toBe('S256');
    expect(sent(first.url).get('redirect_uri')).toBe(acme.redirectUri);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(sent(first.url).get(name)).toMatch(/^[\w-]{43}$/);
      expect(sent(first.url).get(name)).not.toBe(sent(second.url).get(name));
    }
    const [row] = await service.sql<Record<string, unknown>>('SELECT * FROM started_sign_in LIMIT 1');
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'browser_tag',
      'expires_at',
      'failure_ids',
      'id',
      'organization_id',
    ]);
  });

  it('finds the provider by the domain alone, and says so where there is none', async () => {
    expect((await acme.begin(`Nobody@${acme.domain.toUpperCase()}`)).status).toBe(200);
    for (const email of ['ada@elsewhere.example', `ada@sub.${acme.domain}`])
      expect((await acme.begin(email)).body.code).toBe('not_found');
  });

  it('is held back where one network begins a hundred and finishes none', async () => {
    const ip = people.newAddress();
    await people.failed(`single sign-on address ${ip}`, 99);
    expect((await acme.begin(undefined, ip)).status).toBe(200);
    expect((await acme.begin(undefined, ip)).body.code).toBe('rate_limited');
  });
});

describe('an answer of a provider is refused', () => {
  it('a second time, also of two at once', async () => {
    const { account } = await memberOfAcme();
    const { url, cookie } = await acme.browser();
    const answer = await acme.answer(account, url);
    const both = await Promise.all([acme.finish(answer, cookie), acme.finish(answer, cookie)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    expectRefused(await acme.finish(answer, cookie), NOT_BEGUN);
  });

  it('in another browser, or in none, and stays good in its own', async () => {
    const { account } = await memberOfAcme();
    const [own, foreign] = [await acme.browser(), await acme.browser()];
    const answer = await acme.answer(account, own.url);
    expectRefused(await acme.finish(answer, foreign.cookie), NOT_BEGUN);
    expectRefused(await acme.finish(answer), NOT_BEGUN);
    expect((await acme.finish(answer, own.cookie)).status).toBe(201);
  });

  it('after ten minutes, when its row is deleted', async () => {
    const { account } = await memberOfAcme();
    const { url, cookie } = await acme.browser();
    const answer = await acme.answer(account, url);
    service.clock.advance(600);
    expectRefused(await acme.finish(answer, cookie), NOT_BEGUN);
    await service.app.get(SingleSignOnJobs).deleteEnded(new AbortController().signal);
    expect(await service.sql('SELECT 1 FROM started_sign_in')).toEqual([]);
  });

  it('without state, or with another', async () => {
    const { account } = await memberOfAcme();
    const { url, cookie } = await acme.browser();
    const answer = await acme.answer(account, url);
    const other = new URLSearchParams({ ...Object.fromEntries(answer), state: 'S'.repeat(43) });
    expectRefused(await acme.finish(other, cookie), NOT_BEGUN);
    answer.delete('state');
    expectRefused(await acme.finish(answer, cookie), NOT_BEGUN);
  });

  it('with the code of another sign-in (PKCE)', async () => {
    const { account } = await memberOfAcme();
    const [mine, theirs] = [await acme.browser(), await acme.browser()];
    const answer = await acme.answer(account, mine.url);
    answer.set('code', (await acme.answer(account, theirs.url)).get('code') ?? '');
    expectRefused(await acme.finish(answer, mine.cookie), PROVIDER);
  });

  it('with a token that was made for another nonce', async () => {
    const { account } = await memberOfAcme();
    const { url, cookie } = await acme.browser();
    const changed = new URL(url);
    changed.searchParams.set('nonce', 'another');
    expectRefused(await acme.finish(await acme.answer(account, changed.href), cookie), PROVIDER);
  });

  it('in the name of another issuer, or of none (RFC 9207)', async () => {
    const { account } = await memberOfAcme();
    for (const iss of [other.provider.issuer, undefined]) {
      const { url, cookie } = await acme.browser();
      const answer = await acme.answer(account, url);
      if (iss === undefined) answer.delete('iss');
      else answer.set('iss', iss);
      expectRefused(await acme.finish(answer, cookie), PROVIDER);
    }
  });

  it('when the person turned back, or the provider is gone', async () => {
    const { url, cookie } = await acme.browser();
    expectRefused(await acme.finish(await acme.answer(undefined, url), cookie), PROVIDER);
    const gone = await SingleSignOn.start(service, people, acme.redirectUri);
    await gone.stop();
    const begun = await gone.begin();
    expect([begun.status, begun.body.code]).toEqual([403, 'single_sign_on_refused']);
  });

  it('when the provider is removed while its answer is judged', async () => {
    const { account } = await memberOfAcme();
    const identities = service.app.get(IdentityService);
    const memberOf = identities.memberOf.bind(identities);
    vi.spyOn(identities, 'memberOf').mockImplementationOnce(async (...judged) => {
      const member = await memberOf(...judged);
      await service.call('DELETE', acme.path);
      return member;
    });
    const { status, headers } = await acme.visit(account);
    expect([status, headers[SIGN_IN_HEADER]]).toEqual([401, undefined]);
    await acme.set();
  });

  it('for an address that is not verified, or in a domain that the organization does not have', async () => {
    const { email } = await memberOfAcme();
    expectRefused(await acme.visit(accountOf(email, false)), ADDRESS);
    const { email: elsewhere } = await people.person();
    await acme.member(elsewhere);
    expectRefused(await acme.visit(accountOf(elsewhere)), ADDRESS);
    expectRefused(await acme.visit(accountOf(`ada@sub.${acme.domain}`)), ADDRESS);
  });

  it('for another account with the address of a member who is tied to one', async () => {
    const { id, email, account } = await memberOfAcme();
    expect((await acme.visit(account)).status).toBe(201);
    expectRefused(await acme.visit(accountOf(email)), OTHER);
    const path = `${ORGS}/${acme.org}/members`;
    await service.call('DELETE', `${path}/${id}`);
    await service.call('POST', path, { body: { email } });
    expect((await acme.visit(accountOf(email))).body.member.id).toBe(id);
    expectRefused(await acme.visit(account), OTHER);
  });

  it('and the refusal is audited without address or token', async () => {
    const { email } = await memberOfAcme();
    const before = (await audited('single_sign_on.refused')).length;
    await acme.visit(accountOf(email, false));
    const entries = await audited('single_sign_on.refused');
    expect(entries.length).toBe(before + 1);
    expect(entries[0]).toMatchObject({ actor: 'public', subject: acme.org, detail: { reason: 'address' } });
    expect(JSON.stringify(entries[0])).not.toContain(email);
  });
});

describe('people who are no members', () => {
  it('are refused, and made members where the organization says so', async () => {
    const newcomer = accountOf(acme.address('newcomer'));
    expectRefused(await acme.visit(newcomer), NO_MEMBER);
    await acme.set({ newMemberRole: 'viewer' });
    const { status, body } = await acme.visit(newcomer);
    expect([status, body.member]).toMatchObject([201, { email: newcomer.email, role: 'viewer' }]);
    await acme.set();
    expect((await acme.visit(newcomer)).status).toBe(201);
  });

  it('who were removed do not come back by signing in, and were out at once', async () => {
    const { id, account } = await memberOfAcme();
    await acme.set({ newMemberRole: 'producer' });
    const token = await acme.token(account);
    await service.call('DELETE', `${ORGS}/${acme.org}/members/${id}`);
    expect(await people.resolve(token)).toBeNull();
    expectRefused(await acme.visit(account), NO_MEMBER);
    await acme.set();
  });
});

describe('a member of two organizations', () => {
  /** Their address lies in Acme's domain; the other organization knows them as well. */
  async function shared() {
    const { account, email, id } = await memberOfAcme();
    await other.member(email);
    const { id: third } = await service.organization();
    await service.call('POST', `${ORGS}/${third}/members`, { body: { email } });
    await people.setPassword(await people.tokenFor(third, email), PASSWORD);
    return { account, email, id, third };
  }

  it('is signed in by a provider to its organization alone, and reaches nothing of the others', async () => {
    const { account, email, third } = await shared();
    const elsewhere = await people.signedIn(email, third);
    const principal = await people.principal(await acme.token(account));
    const get = (path: string) => service.call<{ data: unknown[] }>('GET', path, { principal });
    expect((await get('/console/api/me')).body).toMatchObject({ organizations: [{ id: acme.org }] });
    expect((await get('/console/api/me')).body).not.toMatchObject({ organizations: [{}, {}] });
    const [only, ...rest] = (await get('/console/api/sign-ins')).body.data;
    expect([only, rest]).toMatchObject([{ organization: { id: acme.org }, current: true }, []]);
    const { signInId } = await people.principal(elsewhere);
    const path = `/console/api/sign-ins/${signInId}`;
    expect((await service.call('DELETE', path, { principal })).status).toBe(404);
    expect((await service.call('POST', '/console/api/sign-out-everywhere', { principal })).status).toBe(204);
    expect(await people.resolve(elsewhere)).not.toBeNull();
  });

  it('cannot by that sign-in try their password, or change it or their second factor', async () => {
    const { account } = await shared();
    const principal = await people.principal(await acme.token(account));
    const calls = [
      ['password', { currentPassword: PASSWORD, password: 'another horse entirely' }],
      ['second-factor/begin', { currentPassword: PASSWORD }],
      ['second-factor/confirm', { code: '123456' }],
      ['second-factor/remove', { currentPassword: PASSWORD, code: '123456' }],
      ['second-factor/recovery-codes', { currentPassword: PASSWORD, code: '123456' }],
    ] as const;
    for (const [path, body] of calls) {
      const answer = await service.refused('POST', `/console/api/${path}`, { principal, body });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'password_sign_in_required']);
    }
  });

  it('is not signed in by the provider of an organization that does not have the domain', async () => {
    const { account } = await shared();
    expectRefused(await other.visit(account), ADDRESS);
    const { status, body } = await other.set({ domains: [other.domain, acme.domain] });
    expect([status, body.code]).toEqual([409, 'conflict']);
  });

  it('leaves no mark in a browser that would count failures of their password apart', async () => {
    const { account } = await shared();
    expect((await acme.visit(account)).headers[DEVICE_HEADER]).toBeUndefined();
  });
});

describe('the second factor of a person', () => {
  async function withPhone() {
    const { account, email } = await memberOfAcme();
    await people.setPassword(await people.tokenFor(acme.org, email), PASSWORD);
    const token = await people.signedIn(email, acme.org);
    return { account, email, phone: await Authenticator.enabled(service, people, email, token) };
  }

  it('is asked for after the provider, and its sign-in stays one of that organization alone', async () => {
    const { account, phone } = await withPhone();
    const { status, body, headers } = await acme.visit(account);
    expect([status, body.status, headers[SIGN_IN_HEADER]]).toEqual([
      202,
      'second_factor_required',
      undefined,
    ]);
    expect((await phone.finish(body.challenge, '000000')).status).toBe(400);
    const done = await phone.finish(body.challenge, phone.nextCode());
    expect([done.status, done.headers[DEVICE_HEADER]]).toEqual([201, undefined]);
    const principal = await people.principal(String(done.headers[SIGN_IN_HEADER]));
    const path = '/console/api/second-factor/confirm';
    const answer = await service.refused('POST', path, { principal, body: { code: '123456' } });
    expect(answer.body.code).toBe('password_sign_in_required');
  });

  it('is not asked for where the organization says that its provider asks', async () => {
    const { account } = await withPhone();
    await acme.set({ asksSecondFactor: true });
    expect((await acme.visit(account)).status).toBe(201);
    await acme.set();
  });

  it('can still give codes elsewhere after wrong ones were tried behind a provider', async () => {
    const { account, email, phone } = await withPhone();
    for (let tries = 0; tries < 10; tries += 1) {
      const { body } = await acme.visit(account);
      expect((await phone.finish(body.challenge, '000000')).status).toBe(400);
    }
    const { body } = await acme.visit(account);
    expect((await phone.finish(body.challenge, phone.nextCode())).status).toBe(429);
    const own = await people.signIn({ email, password: PASSWORD });
    const { challenge } = own.body as unknown as { challenge: string };
    expect((await phone.finish(challenge, phone.nextCode())).status).toBe(201);
  });
});
