import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import type { ProblemBody } from '../../harness/clients/api.js';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import type { OpenedRoom } from '../../harness/clients/room.js';
import { Authenticator } from '../../harness/organizations/authenticator.js';
import { Members, PASSWORD, type SignedInAs } from '../../harness/organizations/members.js';
import { ConsolePage } from '../../harness/pages/console-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const OTHER = 'another horse entirely';

interface WithPhone extends SignedInAs {
  phone: Authenticator;
  recoveryCodes: string[];
}

describe(`a second factor (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  const anonymous = new ConsoleApi(baseUrl);
  let organizationId: string;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Second factors');
  });

  async function withPhone(): Promise<WithPhone> {
    const person = await members.add(organizationId, 'producer');
    return { ...person, ...(await Authenticator.enabled(person.api, PASSWORD)) };
  }

  /** The challenge that the right password is answered with, and no cookie. */
  async function challenge({ email }: SignedInAs, password = PASSWORD): Promise<string> {
    const answer = await anonymous.call<{ challenge: string }>('POST', '/sign-in', {
      body: { email, password },
    });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([202, null]);
    return answer.body.challenge;
  }

  const finish = (challenged: string, code: string) =>
    anonymous.call<ProblemBody>('POST', '/sign-in/second-factor', { body: { challenge: challenged, code } });

  it('asks for a code on every way in: with the password, after another one, and after a link for a new one', async () => {
    const person = await withPhone();
    const { api, email, id, recoveryCodes } = person;
    const entered = await finish(await challenge(person), recoveryCodes[0] ?? '');
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    expect(entered.status).toBe(201);
    expect((await new ConsoleApi(baseUrl, cookie).call('GET', '/me')).status).toBe(200);

    const change = { currentPassword: PASSWORD, password: OTHER };
    expect((await api.call('POST', '/password', { body: change })).status).toBe(204);
    expect((await finish(await challenge(person, OTHER), recoveryCodes[1] ?? '')).status).toBe(201);

    const path = `/orgs/${organizationId}/members/${id}`;
    const { link } = await operator.call<{ link: string }>('POST', `${path}/password-link`, {});
    const body = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
    const set = await anonymous.call('POST', '/set-password', { body });
    expect([set.status, set.headers.get('set-cookie')]).toEqual([204, null]);
    expect((await finish(await challenge(person), recoveryCodes[2] ?? '')).status).toBe(201);

    await operator.call('DELETE', `${path}/second-factor`);
    expect((await (await members.signIn(email)).call('GET', '/me')).status).toBe(200);
  });

  it('takes each code once: of two sign-ins at once one is let in, and a replay is refused; so with recovery codes', async () => {
    const person = await withPhone();
    const [recoveryCode = ''] = person.recoveryCodes;
    for (const code of [await person.phone.code(), recoveryCode]) {
      const challenges = [await challenge(person), await challenge(person)];
      const answers = await Promise.all(challenges.map((each) => finish(each, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
      expect((await finish(await challenge(person), code)).body.code).toBe('invalid_input');
    }
  });

  it('is turned off with the password and a code, and ends other sign-ins', async () => {
    const person = await withPhone();
    const { api, email, recoveryCodes } = person;
    const remove = (code: string) =>
      api.call('POST', '/second-factor/remove', { body: { currentPassword: PASSWORD, code } });
    expect((await remove('000000')).status).toBe(400);
    expect((await remove(recoveryCodes[0] ?? '')).status).toBe(204);
    expect((await (await members.signIn(email)).call('GET', '/me')).status).toBe(200);
  });

  describe('in a browser', () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());

    it('the console asks for the code, says when it is wrong, and opens the page that was asked for', async () => {
      const person = await withPhone();
      const visitor = await ConsolePage.open(browser, baseUrl);
      const { page } = visitor;
      await visitor.goto('/requests/new');
      await visitor.signIn(person.email);
      await visitor.heading('Enter your code');
      expect(await visitor.violations()).toEqual([]);
      await page.getByLabel('Code').fill('000000');
      await visitor.press('Sign in');
      await page.getByText('This code is not right').waitFor();
      await page.getByLabel('Code').fill(await person.phone.code());
      await visitor.press('Sign in');
      await visitor.heading('New request');
      await visitor.close();
    });

    it('the page where hosts sign in asks for it as well', async () => {
      const person = await withPhone();
      const { body: room } = await person.api.call<OpenedRoom>('POST', '/sessions');
      const visitor = await ConsolePage.open(browser, baseUrl);
      const { page } = visitor;
      await page.goto(room.hostUrl);
      await visitor.signIn(person.email);
      await page.getByLabel(/^Code of your authenticator/).fill(await person.phone.code());
      await visitor.press('Sign in');
      await page.getByLabel('Your name').waitFor();
      await person.api.call('POST', `/sessions/${room.session.id}/end`);
      await visitor.close();
    });
  });
});
