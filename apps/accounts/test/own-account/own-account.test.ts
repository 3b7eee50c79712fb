import { SIGN_IN_HEADER, type Problem } from '@capture/contracts';
import type { Answer } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { OwnSignInDto, OwnSignInListDto } from '../../src/own-account/own-account.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { PASSWORD, People, signedOut } from '../fixtures/people.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const OTHER = 'another horse entirely';

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

async function listed(token: string): Promise<OwnSignInDto[]> {
  const principal = await people.principal(token);
  return (await service.call<OwnSignInListDto>('GET', '/console/api/sign-ins', { principal })).body.data;
}

async function change(token: string, currentPassword: string, password: string): Promise<Answer<Problem>> {
  const principal = await people.principal(token);
  return service.refused('POST', '/console/api/password', {
    principal,
    body: { currentPassword, password },
  });
}

describe('own sign-ins', () => {
  it('are listed over all organizations, last used first, with browser and times; nobody else sees them', async () => {
    const { org, email } = await people.person();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    const { email: other } = await people.person();
    const stranger = await people.signedIn(other);
    const first = await service.call('POST', '/console/api/sign-in', {
      ...signedOut,
      ip: people.newAddress(),
      body: { email, password: PASSWORD },
      headers: { 'user-agent': FIREFOX },
    });
    service.clock.advance(120);
    const token = await people.signedIn(email, second);
    expect(await listed(token)).toMatchObject([
      { browser: null, organization: { id: second, name: 'Acme' }, current: true },
      {
        browser: 'Firefox on Linux',
        organization: { id: org },
        current: false,
      },
    ]);
    const [now, before] = await listed(token);
    expect(Date.parse(now?.createdAt ?? '') - Date.parse(before?.lastUsedAt ?? '')).toBeGreaterThan(119_000);
    service.clock.advance(300);
    await people.resolve(String(first.headers[SIGN_IN_HEADER]));
    const used = (await listed(token)).find(({ current }) => !current)?.lastUsedAt ?? '';
    expect(Date.parse(used) - Date.parse(before?.lastUsedAt ?? '')).toBeGreaterThan(400_000);
    expect(await listed(stranger)).toHaveLength(1);
    expect(JSON.stringify(await listed(token))).not.toContain(token);
  });

  it('that have run out are not listed', async () => {
    const { email } = await people.person();
    const idle = await people.signedIn(email);
    service.clock.advance(7 * 3_600);
    const token = await people.signedIn(email);
    expect(await listed(token)).toHaveLength(2);
    service.clock.advance(6 * 3_600);
    expect(await listed(token)).toHaveLength(1);
    expect(await people.resolve(idle)).toBeNull();
  });

  it('end one at a time, each told to the services; those of others cannot be ended', async () => {
    const { email, org } = await people.person();
    const { email: other } = await people.person();
    const [token, former, stranger] = [
      await people.signedIn(email),
      await people.signedIn(email),
      await people.signedIn(other),
    ];
    const principal = await people.principal(token);
    const end = async (id: string) => service.refused('DELETE', `/console/api/sign-ins/${id}`, { principal });
    const theirs = await people.principal(stranger);
    expect((await end(theirs.signInId)).body).toMatchObject({ code: 'not_found' });
    expect(await people.resolve(stranger)).not.toBeNull();
    const { signInId } = await people.principal(former);
    const answer = await end(signInId);
    expect([answer.status, answer.headers[SIGN_IN_HEADER]]).toEqual([204, undefined]);
    expect(await people.resolve(former)).toBeNull();
    expect((await end(signInId)).status).toBe(404);
    const [event] = await service.eventsUntil(org, 'sign_in.ended', 1);
    expect(event?.data).toMatchObject({ signInId });
    expect((await end(principal.signInId)).headers[SIGN_IN_HEADER]).toBe('');
    expect(await people.resolve(token)).toBeNull();
  });

  it('all end at once, in every organization, each told under its own; nobody else is signed out', async () => {
    const { email, org } = await people.person();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    const { email: other } = await people.person();
    const tokens = [await people.signedIn(email), await people.signedIn(email, second)];
    const bystander = await people.signedIn(other);
    const principal = await people.principal(tokens[0] ?? '');
    const answer = await service.call('POST', '/console/api/sign-out-everywhere', { principal });
    expect([answer.status, answer.headers[SIGN_IN_HEADER]]).toEqual([204, '']);
    for (const token of tokens) expect(await people.resolve(token)).toBeNull();
    expect(await people.resolve(bystander)).not.toBeNull();
    for (const id of [org, second]) expect(await service.eventsUntil(id, 'sign_in.ended', 1)).toHaveLength(1);
  });
});

describe('own password', () => {
  it('is changed with the current one: the others end, this sign-in and no open link stays', async () => {
    const { email, org, member } = await people.person();
    const [token, other] = [await people.signedIn(email), await people.signedIn(email)];
    const link = await people.tokenFor(org, email);
    expect((await change(token, PASSWORD, OTHER)).status).toBe(204);
    expect([await people.resolve(token), await people.resolve(other)]).toEqual([
      expect.objectContaining({ email }),
      null,
    ]);
    expect((await people.setPassword(link, PASSWORD)).status).toBe(401);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(401);
    expect((await people.signIn({ email, password: OTHER })).status).toBe(201);
    const { body } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${org}/audit-log`);
    expect(body.data[0]).toMatchObject({ action: 'member.password_changed', actor: member.id, detail: {} });
  });

  it('stays when the current one is wrong or the new one will not do', async () => {
    const { email } = await people.person();
    const token = await people.signedIn(email);
    for (const [current, password, field] of [
      [`${PASSWORD}!`, OTHER, 'currentPassword'],
      [PASSWORD, 'short', 'password'],
      [PASSWORD, email.toUpperCase(), 'password'],
    ] as const)
      expect(await change(token, current, password)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field },
      });
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(201);
  });

  it('is guessed no more than 10 times from one sign-in, and wrong sign-ins elsewhere do not hold it back', async () => {
    const { email } = await people.person();
    const token = await people.signedIn(email);
    await people.failed(`email ${email}`, 1_000);
    const { signInId } = await people.principal(token);
    await people.failed(`device ${signInId}`, 8);
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => change(token, 'not the right one', OTHER)),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([400, 400, 429, 429]);
    expect(await change(token, PASSWORD, OTHER)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
    });
    service.clock.advance(15 * 60);
    expect((await change(token, PASSWORD, OTHER)).status).toBe(204);
  });

  it('of two changes at once one holds', async () => {
    const { email } = await people.person();
    const tokens = [await people.signedIn(email), await people.signedIn(email)];
    const answers = await Promise.all(tokens.map((token, at) => change(token, PASSWORD, `${OTHER} ${at}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });
});
