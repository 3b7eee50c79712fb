import { randomUUID } from 'node:crypto';
import { IdentityProviderServer } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import type { ProblemBody } from '../../harness/clients/api.js';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { PASSWORD } from '../../harness/organizations/members.js';
import { ConsolePage } from '../../harness/pages/console-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

describe(`single sign-on (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const domain = `${randomUUID()}.example`;
  let browser: Browser;
  let provider: IdentityProviderServer;
  let organizationId: string;

  beforeAll(async () => {
    // At another site than the pages, as every provider is: 127.0.0.1 is not localhost.
    provider = await IdentityProviderServer.start(`${baseUrl}/console/single-sign-on`);
    organizationId = await operator.organization('platform', 'Single sign-on');
    await set({});
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await provider.stop();
  });

  function set(changes: Record<string, unknown>): Promise<unknown> {
    const { issuer, clientId, clientSecret } = provider;
    const body = { issuer, clientId, clientSecret, domains: [domain], ...changes };
    return operator.call('PUT', `/orgs/${organizationId}/identity-provider`, body);
  }

  async function member(): Promise<{ id: string; email: string }> {
    const email = `ada-${randomUUID()}@${domain}`;
    const path = `/orgs/${organizationId}/members`;
    const { id } = await operator.call<{ id: string }>('POST', path, { email, role: 'producer' });
    return { id, email };
  }

  /** Somebody at the sign-in page of a page that they asked for. */
  async function comes(email: string, path = '/recordings'): Promise<ConsolePage> {
    provider.account = { id: email, email, verified: true };
    const person = await ConsolePage.open(browser, baseUrl);
    await person.goto(path);
    await person.page.getByLabel('E-mail address').fill(email);
    return person;
  }

  it('leads from the sign-in page to the provider and back to the page that was asked for, and out when removed', async () => {
    const { id, email } = await member();
    const person = await comes(email);
    await person.press('Continue with single sign-on');
    await person.heading('Recordings');
    expect(new URL(person.page.url()).pathname).toBe('/console/recordings');
    const cookies = await person.page.context().cookies(baseUrl);
    const named = (name: string) => cookies.find((cookie) => cookie.name === name);
    expect(named('capture_console')).toMatchObject({ sameSite: 'Strict', httpOnly: true });
    expect(named('capture_started')).toBeUndefined();
    const api = new ConsoleApi(baseUrl, `capture_console=${named('capture_console')?.value ?? ''}`);
    expect((await api.call('GET', '/me')).body).toMatchObject({ member: { id, email } });
    const body = { currentPassword: PASSWORD, password: 'another horse entirely' };
    const refused = await api.call<ProblemBody>('POST', '/password', { body });
    expect([refused.status, refused.body.code]).toEqual([403, 'password_sign_in_required']);
    await operator.call('DELETE', `/orgs/${organizationId}/members/${id}`);
    expect((await api.call('GET', '/me')).status).toBe(401);
  });

  it('tells who is no member what to do, keeps nothing in the address bar, and takes no answer twice', async () => {
    const person = await comes(`stranger@${domain}`);
    const answer = person.page.waitForRequest((request) => request.url().endsWith('/single-sign-on/finish'));
    await person.press('Continue with single sign-on');
    await person.heading('You are not signed in');
    await person.page.getByText('Ask its administrator to invite you').waitFor();
    expect(person.page.url()).toBe(`${baseUrl}/console/single-sign-on`);
    expect(await person.violations()).toEqual([]);
    const { answer: query } = (await answer).postDataJSON() as { answer: string };
    await person.goto(`/single-sign-on${query}`);
    await person.page.getByText('Begin again').waitFor();
    await person.page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await person.heading('Sign in');
  });

  it('takes no password where the organization says so, and says what to do instead', async () => {
    const { id, email } = await member();
    const path = `/orgs/${organizationId}/members/${id}/password-link`;
    const { link } = await operator.call<{ link: string }>('POST', path, {});
    const body = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
    await new ConsoleApi(baseUrl).call('POST', '/set-password', { body });
    await set({ passwordAllowed: false });
    const person = await comes(email);
    await person.signIn(email);
    await person.page.getByText('Your organization takes neither passwords nor passkeys').waitFor();
    await person.press('Continue with single sign-on');
    await person.heading('Recordings');
    await set({});
  });
});
