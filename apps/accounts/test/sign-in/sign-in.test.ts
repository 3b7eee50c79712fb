import { DEVICE_HEADER, newId, sha256Hex, SIGN_IN_HEADER } from '@capture/contracts';
import { PUBLIC } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignInDto } from '../../src/sign-in/sign-in.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { PASSWORD, People, signedOut } from '../fixtures/people.js';

const HOUR = 3_600;

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

describe('signing in', () => {
  it('answers who and where, and hands a token that stands for that person', async () => {
    const { org, email, member } = await people.person();
    const { status, body, headers } = await people.signIn({ email: email.toUpperCase(), password: PASSWORD });
    const organization = { id: org, name: 'Acme', plan: 'team' };
    const organizations = [{ id: org, name: 'Acme' }];
    const answer = {
      member: { id: member.id, email, name: null, role: 'producer' },
      organization,
      organizations,
    };
    expect([status, body]).toEqual([201, answer]);
    const found = await people.principal(String(headers[SIGN_IN_HEADER]));
    expect(found).toEqual({
      kind: 'member',
      upgrades: { consent_evidence: 'platform' },
      organizationId: org,
      memberId: member.id,
      email,
      role: 'member',
      plan: 'team',
      features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks'],
      limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
      organizationPaused: false,
      signInId: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await service.call('GET', '/console/api/me', { principal: found })).body).toEqual(answer);
  });

  it('ends the one that was not used for longest where a member has a hundred, and services hear of it', async () => {
    const { org, email, member } = await people.person();
    const first = await people.signedIn(email);
    const { signInId } = await people.principal(first);
    await service.sql(
      `INSERT INTO sign_in (id, organization_id, member_id, created_at, expires_at, seen_at)
       SELECT 'other ' || n, organization_id, member_id, created_at, expires_at, seen_at + interval '1 second'
       FROM sign_in, generate_series(1, 99) n WHERE member_id = $1`,
      member.id,
    );
    const last = await people.signedIn(email);
    expect([await people.resolve(first), (await people.principal(last)).memberId]).toEqual([null, member.id]);
    const ended = await service.eventsUntil(org, 'sign_in.ended', 1);
    expect(ended.map(({ data }) => data)).toEqual([{ memberId: member.id, signInId }]);
  });

  it('goes to the organization that was joined first, or to the one that is named', async () => {
    const { org: first, email } = await people.person();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email, role: 'owner' } });
    expect((await people.principal(await people.signedIn(email))).organizationId).toBe(first);
    const named = await people.signIn({ email, password: PASSWORD, organizationId: second });
    expect(named.body).toMatchObject({ member: { role: 'owner' }, organization: { id: second } });
    expect(named.body.organizations.map(({ id }) => id)).toEqual([first, second]);
    const { id: foreign } = await service.organization();
    const refused = await people.signIn({ email, password: PASSWORD, organizationId: foreign });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  });

  it('at the door of a room goes to its organization; strangers learn no more of it than of a room that does not exist', async () => {
    const { email } = await people.person();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email, role: 'producer' } });
    const { id: foreign } = await service.organization();
    const [own, theirs, none, silent] = Array.from({ length: 4 }, () => newId('session'));
    const asked: string[] = [];
    service.serve('sessions.find_organization', ({ sessionId }) => {
      asked.push(sessionId);
      if (sessionId === silent) throw new Error('silent');
      const organizationId = { [own!]: second, [theirs!]: foreign }[sessionId];
      return organizationId === undefined ? null : { organizationId };
    });
    const enter = (sessionId = '', password = PASSWORD) => people.signIn({ email, password, sessionId });
    expect((await enter(own)).body).toMatchObject({ organization: { id: second } });
    // Who says which organization has said where to, whatever the room.
    const chosen = await people.signIn({
      email,
      password: PASSWORD,
      sessionId: theirs!,
      organizationId: second,
    });
    expect(chosen.body).toMatchObject({ organization: { id: second } });
    const [refused, unknown] = [await enter(theirs), await enter(none)];
    expect([refused.status, unknown.status]).toEqual([404, 404]);
    expect(refused.body.detail).toBe(unknown.body.detail);
    expect(JSON.stringify(refused.body)).not.toContain(foreign);
    // While sessions does not answer, the sign-in leads to the organization that was joined first.
    expect((await enter(silent)).status).toBe(201);
    asked.length = 0;
    expect((await enter(own, 'not the right password')).status).toBe(401);
    expect(asked).toEqual([]);
  });

  it('answers an unknown address, a wrong password and a person without organization alike', async () => {
    const { org, email } = await people.person();
    const { email: gone, org: theirs } = await people.person();
    await service.call('DELETE', `${ORGS}/${theirs}/members/${encodeURIComponent(gone)}`);
    const invited = people.newEmail();
    await service.call('POST', `${ORGS}/${org}/members`, { body: { email: invited } });
    const bodies = new Set<string>();
    for (const body of [
      { email: 'nobody@acme.example', password: PASSWORD },
      { email, password: `${PASSWORD}!` },
      { email: gone, password: PASSWORD },
      { email: invited, password: PASSWORD },
    ]) {
      const answer = await people.signIn(body);
      expect([body.email, answer.status, answer.headers[SIGN_IN_HEADER]]).toEqual([
        body.email,
        401,
        undefined,
      ]);
      bodies.add(JSON.stringify({ ...answer.body, requestId: '' }));
    }
    expect(bodies.size).toBe(1);
  });

  it('takes no more than 10 failures of one person from one network in 15 minutes, of any number at once, nor then the right password', async () => {
    const { email } = await people.person();
    const ip = people.newAddress();
    await people.failed(`email ${email} address ${ip}`, 7);
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => people.signIn({ email, password: 'not the right one' }, ip)),
    );
    const count = (wanted: number): number => tries.filter(({ status }) => status === wanted).length;
    expect([count(401), count(429)]).toEqual([3, 9]);
    const right = await people.signIn({ email, password: PASSWORD }, ip);
    expect(right).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(right.body.retryAfterSec).toBeGreaterThan(14 * 60);
    expect(right.headers['retry-after']).toBe(String(right.body.retryAfterSec));
    const { email: other } = await people.person();
    await people.signedIn(other);
    service.clock.advance(15 * 60);
    expect((await people.signIn({ email, password: PASSWORD }, ip)).status).toBe(201);
  });

  it('wrong passwords of others lock nobody out: neither another network nor a browser that is known there (scenario 78)', async () => {
    const { email } = await people.person();
    const ip = people.newAddress();
    const wrong = { email, password: 'not the right one' };
    const right = { email, password: PASSWORD };
    const first = await people.signIn(right, ip);
    const device = String(first.headers[DEVICE_HEADER]);
    await people.failed(`email ${email} address ${ip}`, 9);
    expect((await people.signIn(wrong, ip)).status).toBe(401);
    expect((await people.signIn(right, ip)).status).toBe(429);
    expect((await people.signIn(right)).status).toBe(201);
    await people.failed(`email ${email}`, 1_000);
    const late = await people.signIn(right);
    expect(late.status).toBe(429);
    expect(late.body.retryAfterSec).toBeLessThanOrEqual(60);
    const known = await people.signIn(right, ip, device);
    expect([known.status, known.headers[DEVICE_HEADER]]).toEqual([201, device]);
    service.clock.advance(61);
    expect((await people.signIn(right)).status).toBe(201);
  });

  it('a browser is known for its own person alone, and held back after 10 failures of its own', async () => {
    const [{ email }, { email: victim }] = [await people.person(), await people.person()];
    const ip = people.newAddress();
    const device = String((await people.signIn({ email, password: PASSWORD }, ip)).headers[DEVICE_HEADER]);
    await people.failed(`email ${victim} address ${ip}`, 10);
    for (const given of [device, `${device.slice(0, 43)}.${'A'.repeat(43)}`, 'garbage', ''])
      expect((await people.signIn({ email: victim, password: PASSWORD }, ip, given)).status).toBe(429);
    await people.failed(`device ${device.slice(0, 43)}`, 10);
    expect((await people.signIn({ email, password: PASSWORD }, ip, device)).status).toBe(429);
  });

  it('a failed sign-in makes no browser known', async () => {
    const { email } = await people.person();
    const { headers } = await people.signIn({ email, password: 'not the right one' });
    expect(headers[DEVICE_HEADER]).toBeUndefined();
  });

  it('counts failures for unknown addresses as for known ones', async () => {
    const email = people.newEmail();
    const ip = people.newAddress();
    await people.failed(`email ${email} address ${ip}`, 9);
    const statuses = [
      await people.signIn({ email, password: PASSWORD }, ip),
      await people.signIn({ email, password: PASSWORD }, ip),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([401, 429]);
  });

  it('takes no more than 100 failures from one network, whomever they are about', async () => {
    const { email } = await people.person();
    await people.failed('address 2001:db8:0:7::/64', 99);
    expect((await people.signIn({ email, password: PASSWORD }, '2001:db8:0:7::1')).status).toBe(201);
    expect(
      (await people.signIn({ email: people.newEmail(), password: PASSWORD }, '2001:db8:0:7::2')).status,
    ).toBe(401);
    expect((await people.signIn({ email, password: PASSWORD }, '2001:db8:0:7::3')).status).toBe(429);
    expect((await people.signIn({ email, password: PASSWORD }, '2001:db8:0:8::1')).status).toBe(201);
  });

  it('does not count who signs in', async () => {
    const { email } = await people.person();
    const ip = people.newAddress();
    await people.failed(`email ${email} address ${ip}`, 9);
    for (let count = 0; count < 2; count += 1)
      expect((await people.signIn({ email, password: PASSWORD }, ip)).status).toBe(201);
  });

  it('refuses a body with anything else in it, and callers that are known already', async () => {
    const bad = await people.signIn({ email: 'x', password: '', admin: true } as unknown as SignInDto);
    expect(bad.body.errors?.map(({ field }) => field).sort()).toEqual(['admin', 'email', 'password']);
    const { email } = await people.person();
    const found = await people.principal(await people.signedIn(email));
    const body = { email, password: PASSWORD };
    expect((await service.call('POST', '/console/api/sign-in', { principal: found, body })).status).toBe(401);
    for (const path of ['/console/api/me', '/operator/v1/orgs', '/v1/usage'])
      expect((await service.call('GET', path, signedOut)).status).toBe(401);
    for (const path of ['/operator/v1/orgs', '/v1/usage'])
      expect((await service.call('GET', path, { principal: found })).status).toBe(401);
  });
});

describe('a sign-in', () => {
  it('ends when it is ended, and no other of the same person with it', async () => {
    const { email } = await people.person();
    const [one, other] = [await people.signedIn(email), await people.signedIn(email)];
    const ended = await service.call('POST', '/console/api/sign-out', {
      principal: await people.principal(one),
    });
    expect([ended.status, ended.headers[SIGN_IN_HEADER]]).toEqual([204, '']);
    expect(await people.resolve(one)).toBeNull();
    expect(await people.resolve(other)).not.toBeNull();
  });

  it('ends after 12 hours without a call and lasts with one, but no longer than 7 days', async () => {
    const { email } = await people.person();
    const [idle, busy] = [await people.signedIn(email), await people.signedIn(email)];
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      service.clock.advance(8 * HOUR);
      expect(await people.resolve(busy)).not.toBeNull();
    }
    expect(await people.resolve(idle)).toBeNull();
    service.clock.advance(8 * HOUR);
    expect(await people.resolve(busy)).toBeNull();
  });

  it('of a member who is removed ends at once, and stays ended when they come back', async () => {
    const { org, email } = await people.person();
    const token = await people.signedIn(email);
    const found = await people.principal(token);
    const link = await people.tokenFor(org, email);
    await service.call('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(email)}`);
    expect(await people.resolve(token)).toBeNull();
    expect((await service.call('GET', '/console/api/me', { principal: found })).status).toBe(401);
    expect((await people.setPassword(link, PASSWORD)).body.code).toBe('link_expired');
    await service.call('POST', `${ORGS}/${org}/members`, { body: { email } });
    expect(await people.resolve(token)).toBeNull();
    expect((await people.setPassword(link, PASSWORD)).body.code).toBe('link_expired');
    await people.signedIn(email);
  });

  it('that ends before its time is told to the services, once, whichever way it ended (scenario 79)', async () => {
    const { org, email, member } = await people.person();
    const { id: memberId } = member;
    const principals = [];
    for (let count = 0; count < 3; count += 1)
      principals.push(await people.principal(await people.signedIn(email)));
    const [first] = principals;
    for (let time = 0; time < 2; time += 1)
      await service.call('POST', '/console/api/sign-out', { principal: first ?? PUBLIC });
    const told = async (count: number) =>
      (await service.eventsUntil(org, 'sign_in.ended', count)).map(({ data }) => data);
    const ended = principals.map(({ signInId }) => ({ memberId, signInId }));
    expect(await told(1)).toEqual(ended.slice(0, 1));
    await service.call('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(email)}`);
    const all = await told(3);
    expect(all).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining(ended));
    const removed = await service.eventsUntil(org, 'member.removed', 1);
    expect(removed.map(({ data }) => data)).toEqual([{ memberId }]);
  });

  it('that a new password ends is told to the services (scenario 79)', async () => {
    const { org, email } = await people.person();
    const { memberId, signInId } = await people.principal(await people.signedIn(email));
    await people.setPassword(await people.tokenFor(org, email), PASSWORD);
    const events = await service.eventsUntil(org, 'sign_in.ended', 1);
    expect(events.map(({ data }) => data)).toEqual([{ memberId, signInId }]);
  });

  it('shows what the organization is now', async () => {
    const { org, email } = await people.person();
    const token = await people.signedIn(email);
    await service.call('PATCH', `${ORGS}/${org}`, { body: { plan: 'free', paused: true } });
    expect(await people.principal(token)).toMatchObject({ plan: 'free', organizationPaused: true });
  });

  it('is stored so that nobody can sign in by what is stored', async () => {
    const { email } = await people.person();
    const token = await people.signedIn(email);
    const rows = await service.sql<{ id: string }>('SELECT id FROM sign_in');
    expect(rows.map(({ id }) => id)).not.toContain(sha256Hex(token));
    const { signInId } = await people.principal(token);
    expect(await service.send('accounts.resolve_sign_in', { tokenSha256: signInId })).toBeNull();
  });
});
