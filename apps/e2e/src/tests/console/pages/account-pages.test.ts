import { readFile } from 'node:fs/promises';
import { until } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { ConsoleApi } from '../../../harness/clients/console-api.js';
import { Operator } from '../../../harness/clients/operator.js';
import { Authenticator } from '../../../harness/organizations/authenticator.js';
import { Members, PASSWORD, type SignedInAs } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
const OTHER = 'another horse entirely';

describe(`one's own account in the console (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let organizationId: string;
  let browser: Browser;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Own accounts');
    browser = await launch();
  });

  afterAll(() => browser.close());

  const opened = (member: SignedInAs) => ConsolePage.signedIn(browser, baseUrl, member, '/account', PHONE);

  /** A page is without faults for assistive technology, and fits a phone. */
  async function expectSound(person: ConsolePage): Promise<void> {
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
  }

  it('a viewer turns the second factor on by hand, makes new recovery codes, and turns it off; codes are shown once', async () => {
    const viewer = await members.add(organizationId, 'viewer');
    const person = await opened(viewer);
    const { page } = person;
    const codes = page.getByRole('region', { name: 'Recovery codes' });
    const proof = page.getByLabel('Current password', { exact: true });
    const code = page.getByLabel('Code', { exact: true });
    await person.press('Turn it on');
    await proof.fill(OTHER);
    await person.press('Continue');
    await page.getByText('This is not your password.').waitFor();
    await proof.fill(PASSWORD);
    await person.press('Continue');
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = page.getByLabel('Secret', { exact: true });
    const phone = new Authenticator(await secret.inputValue());
    await expectSound(person);
    await page.getByLabel('Code that the app shows').fill('000000');
    await person.press('Turn the second factor on');
    await page.getByText('This code is not right').waitFor();
    await page.getByLabel('Code that the app shows').fill(await phone.code());
    await person.press('Turn the second factor on');
    await codes.waitFor();
    const first = (await codes.innerText()).trim().split('\n');
    expect(new Set(first).size).toBe(10);
    await expectSound(person);
    const [file] = await Promise.all([page.waitForEvent('download'), person.press('Save as a file')]);
    expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toEqual(first);
    const body = { email: viewer.email, password: PASSWORD };
    expect((await new ConsoleApi(baseUrl).call('POST', '/sign-in', { body })).status).toBe(202);
    expect((await viewer.api.call('GET', '/me')).status).toBe(401);

    await page.reload();
    await page.getByText('10 recovery codes are left.').waitFor();
    expect(await page.content()).not.toContain(first[0]);
    await person.press('Make new recovery codes');
    await proof.fill(PASSWORD);
    await code.fill(first[0] ?? '');
    await person.press('Make new recovery codes');
    await codes.waitFor();
    const second = (await codes.innerText()).trim().split('\n');
    expect(first.filter((each) => second.includes(each))).toEqual([]);
    await person.press('I have stored them');

    await person.press('Turn it off');
    await proof.fill(PASSWORD);
    await code.fill(second[0] ?? '');
    await person.press('Turn it off');
    await page.getByText('The second factor is off.').waitFor();
    await page.getByText('It is off: your password alone signs you in.').waitFor();
    await person.close();
  });

  it('an owner ends one sign-in, changes the password, which ends the others, and signs out everywhere; the address stays', async () => {
    const owner = await members.add(organizationId, 'owner');
    const elsewhere = await members.signIn(owner.email);
    const person = await opened(owner);
    const { page } = person;
    const statuses = async () =>
      Promise.all([owner.api, elsewhere].map(async (api) => (await api.call('GET', '/me')).status));
    const listed = page.getByRole('listitem').filter({ hasText: 'last used' });
    const others = listed.filter({ hasNotText: '(this one)' });
    await listed.filter({ hasText: '(this one)' }).waitFor();
    await expectSound(person);
    expect(await others.count()).toBe(2);
    const saved = page.waitForEvent('download');
    await person.press('Save your data');
    const own = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as Record<string, unknown>;
    expect(own).toMatchObject({ member: { email: owner.email }, organizations: [{ id: organizationId }] });
    expect(own['signIns']).toHaveLength(3);
    await others.first().getByRole('button').click();
    await others.nth(1).waitFor({ state: 'detached' });
    expect((await statuses()).sort()).toEqual([200, 401]);

    const form = page.getByRole('form', { name: 'Password', exact: true });
    await form.getByLabel('Password until now').fill(OTHER);
    await form.getByLabel('New password').fill(OTHER);
    await person.press('Change the password');
    await page.getByText('This is not your password.').waitFor();
    await form.getByLabel('Password until now').fill(PASSWORD);
    await person.press('Change the password');
    await page.getByText('The password is changed.').waitFor();
    await others.first().waitFor({ state: 'detached' });
    expect(await statuses()).toEqual([401, 401]);

    await person.press('Sign out everywhere');
    await person.press('Sign out of all');
    await person.heading('Sign in');
    await person.signIn(owner.email, OTHER);
    await person.heading('Your account');
    await page.getByRole('link', { name: `Your account: ${owner.email}` }).waitFor();
    await person.close();
  });

  it('a person of two organizations goes to the other by their password, and by a code as well once they have a second factor', async () => {
    const person = await members.add(organizationId, 'producer');
    const { email, api } = person;
    const otherId = await operator.organization('team', 'The other organization');
    await operator.call('POST', `/orgs/${otherId}/members`, { email, role: 'viewer' });
    await api.call('POST', '/capture-requests', { body: { title: 'Of the first one', prompt: 'Why?' } });
    const visitor = await ConsolePage.signedIn(browser, baseUrl, person, '/requests', PHONE);
    const { page } = visitor;
    const other = page.getByRole('banner').getByText('The other organization', { exact: true });
    const first = page.getByRole('link', { name: 'Of the first one' });
    const proof = page.getByLabel('Current password', { exact: true });
    const leave = async () => {
      await first.waitFor();
      await page.getByRole('link', { name: 'Your organizations' }).click();
      await visitor.press('Go to The other organization');
    };
    await leave();
    await proof.fill(OTHER);
    await visitor.press('Go there');
    await page.getByText('This is not your password.').waitFor();
    await expectSound(visitor);
    await proof.fill(PASSWORD);
    await visitor.press('Go there');
    await other.waitFor();
    await page.getByText('No requests yet').waitFor();
    expect(await visitor.places()).not.toContain('API keys');
    expect(await first.count()).toBe(0);

    // Ends the sign-in of the browser.
    const { recoveryCodes } = await Authenticator.enabled(api, PASSWORD);
    await page.reload();
    await visitor.signIn(email);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill(recoveryCodes[0] ?? '');
    await visitor.press('Sign in');
    await leave();
    await proof.fill(PASSWORD);
    await visitor.press('Go there');
    await code.fill(recoveryCodes[1] ?? '');
    await visitor.press('Go there');
    await other.waitFor();
    // The one that was left has ended: what is left is this one, and the one of the API.
    await until('the former sign-in to end', async () => {
      const { body } = await api.call<{ data: unknown[] }>('GET', '/sign-ins');
      return body.data.length === 2;
    });
    await visitor.close();
  });
});
