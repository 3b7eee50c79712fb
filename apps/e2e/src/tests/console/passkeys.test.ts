import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { Authenticator } from '../../harness/organizations/authenticator.js';
import { Members, PASSWORD } from '../../harness/organizations/members.js';
import { ConsolePage } from '../../harness/pages/console-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Gives the browser a device that verifies its user and keeps passkeys. */
async function addDevice(page: Page): Promise<void> {
  const debuggerOf = await page.context().newCDPSession(page);
  await debuggerOf.send('WebAuthn.enable');
  await debuggerOf.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe(`passkeys (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it('a person adds one, signs in with it and no code, and removes it: then it is refused', async () => {
    const organizationId = await operator.organization('platform', 'Passkeys');
    const person = await members.add(organizationId, 'viewer');
    const visitor = await ConsolePage.signedIn(browser, baseUrl, person, '/account');
    const { page } = visitor;
    await addDevice(page);
    const prove = async (title: string, action: string) => {
      await page.getByRole('form', { name: title }).getByLabel('Current password').fill(PASSWORD);
      await page.getByRole('form', { name: title }).getByRole('button', { name: action }).click();
    };
    await visitor.press('Add a passkey');
    await page.getByLabel('Name', { exact: true }).fill('My laptop');
    expect(await visitor.violations()).toEqual([]);
    await prove('Add a passkey', 'Continue');
    await page.getByText('My laptop is added.').waitFor();
    await page.getByText('not used yet').waitFor();

    // Ends the sign-in of the browser: from now on the password asks for a code.
    const { recoveryCodes } = await Authenticator.enabled(person.api, PASSWORD);
    await page.reload();
    await visitor.press('Sign in with a passkey');
    await visitor.heading('Your account');
    await page.getByText('last used').first().waitFor();

    await visitor.press('Remove My laptop');
    const proof = page.getByRole('form', { name: 'Remove My laptop' });
    await proof.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
    expect(await visitor.violations()).toEqual([]);
    await prove('Remove My laptop', 'Remove My laptop');
    await page.getByText('My laptop is removed.').waitFor();
    await page.getByText('You have none.').waitFor();
    await visitor.press('Sign out');
    await visitor.press('Sign in with a passkey');
    await page.getByText('This passkey does not sign you in').waitFor();
    await visitor.heading('Sign in');
    await visitor.close();
  });

  it('a host signs in with one at the door of a room', async () => {
    const organizationId = await operator.organization('platform', 'Passkeys of hosts');
    const host = await members.add(await operator.organization('platform', 'Joined first'), 'producer');
    await operator.call('POST', `/orgs/${organizationId}/members`, { email: host.email, role: 'producer' });
    const asked = { email: host.email, password: PASSWORD, organizationId };
    const second = await new ConsoleApi(baseUrl).signedIn(asked);
    const session = await second.call<{ hostUrl: string }>('POST', '/sessions', { body: {} });
    expect(session.status).toBe(201);
    const visitor = await ConsolePage.signedIn(browser, baseUrl, host, '/account');
    const { page } = visitor;
    await addDevice(page);
    await visitor.press('Add a passkey');
    const form = page.getByRole('form', { name: 'Add a passkey' });
    await form.getByLabel('Name', { exact: true }).fill('My laptop');
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('My laptop is added.').waitFor();
    await visitor.press('Sign out');
    await visitor.heading('Sign in');

    await page.goto(session.body.hostUrl);
    await visitor.heading('Sign in to host');
    expect(await visitor.violations()).toEqual([]);
    await visitor.press('Sign in with a passkey');
    await page.getByLabel('Your name').waitFor();
    await page.reload();
    await page.getByLabel('Your name').waitFor();

    // Somebody of another organization is told so, and not which it is.
    const stranger = await members.add(await operator.organization('platform'), 'owner');
    await page.context().clearCookies();
    await page.goto(session.body.hostUrl);
    const signIn = async ({ email }: { email: string }) => {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await visitor.press('Sign in');
    };
    await signIn(stranger);
    await page.getByText('This account is not of the organization whose room this is').waitFor();
    expect(await page.content()).not.toContain('Passkeys of hosts');
    await signIn(host);
    await page.getByLabel('Your name').waitFor();
    await visitor.close();
  });
});
