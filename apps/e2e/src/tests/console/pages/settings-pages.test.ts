import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Operator } from '../../../harness/clients/operator.js';
import { Members, PASSWORD, type SignedInAs } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;

describe(`the console's settings of an organization (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let organizationId: string;
  let browser: Browser;

  beforeAll(async () => {
    organizationId = await operator.organization('team', 'Settings');
    browser = await launch();
  });

  afterAll(() => browser.close());

  const opened = (member: SignedInAs, path = '/settings') =>
    ConsolePage.returning(browser, baseUrl, member, path, PHONE);

  const keptDays = async ({ api }: SignedInAs) =>
    (await api.call<{ retentionDays: number | null }>('GET', '/organization')).body.retentionDays;

  it('an admin renames the organization; footage is kept for a shorter time only after the word is typed, for a longer one at once', async () => {
    const admin = await members.add(organizationId, 'admin');
    const person = await opened(admin);
    const { page } = person;
    await page.getByLabel('Name of the organization').last().fill('Acme Research');
    await person.press('Save');
    await page.getByRole('banner').getByText('Acme Research').waitFor();
    await page.getByText('Footage is kept until somebody deletes it.').waitFor();
    await page.getByLabel('Delete it some days after it was recorded').check();
    await page.getByLabel('Days', { exact: true }).fill('0');
    expect(await page.getByRole('button', { name: 'Save how long' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await page.getByLabel('Days', { exact: true }).fill('30');
    const counting = Promise.withResolvers<Route>();
    await page.route('**/outlived-recordings?retentionDays=30', (route) => counting.resolve(route));
    await person.press('Save how long');
    const route = await counting.promise;
    await page.getByLabel('To confirm, type the word: delete').fill('delete');
    await page.keyboard.press('Enter');
    expect(
      await page.getByRole('button', { name: 'Delete what is older' }).getAttribute('aria-disabled'),
    ).toBe('true');
    await route.continue();
    await page.getByText('Footage that is older than 30 days is deleted').waitFor();
    await page.getByText('No recording is that old now.').waitFor();
    const word = page.getByLabel('To confirm, type the word: delete');
    await word.fill('yes');
    await word.press('Enter');
    expect(await person.faults()).toEqual([]);
    expect(await keptDays(admin)).toBeNull();
    await word.fill('delete');
    await word.press('Enter');
    await page.getByText('Footage is deleted 30 days after it was recorded.').waitFor();
    expect(await keptDays(admin)).toBe(30);

    await page.reload();
    await page.getByLabel('Days', { exact: true }).fill('60');
    await person.press('Save how long');
    await page.getByText('Footage is deleted 60 days after it was recorded.').waitFor();
    expect(await keptDays(admin)).toBe(60);
    await person.close();
  });

  it('a viewer reads the plan, its limits and what is used, and changes nothing', async () => {
    const person = await opened(await members.add(organizationId, 'viewer'), '/plan');
    const { page } = person;
    await page.getByText('The plan is “team”.').waitFor();
    await page.getByText('0 s of 100 h collected').waitFor();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Guests a session').getByText('4', { exact: true }).waitFor();
    await row('Signed evidence of consent').getByText('No', { exact: true }).waitFor();
    await row('Webhooks').getByText('Yes', { exact: true }).waitFor();
    expect(await page.getByText('set for this organization alone').count()).toBe(0);
    const path = `/orgs/${organizationId}`;
    expect(await page.getByText('It has lapsed').count()).toBe(0);
    await operator.call('PATCH', path, { paused: true, allowanceSec: 7200 });
    await page.getByText('It has lapsed').waitFor();
    await page.getByText('set for this organization alone').waitFor();
    await operator.call('PATCH', path, { paused: false, allowanceSec: null });
    await page.getByText('It has lapsed').waitFor({ state: 'detached' });
    expect(await person.faults()).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Only owners can delete it.').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await person.faults()).toEqual([]);
    await person.close();
  });

  it("a directory's token is shown once and works until it is revoked, two at most, and an admin reads that theirs takes out no owners", async () => {
    const listing = (token: string) =>
      fetch(`${baseUrl}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } });
    const admin = await members.add(organizationId, 'admin');
    await admin.api.call('POST', '/scim-tokens', { body: { newMemberRole: 'viewer' } });
    const person = await opened(admin);
    const { page } = person;
    const directory = page.getByRole('region', { name: 'Directory', exact: true });
    await directory.getByText('A token that an admin makes cannot take out owners.').waitFor();
    await directory.getByLabel('Role of new people').selectOption('viewer');
    await person.press('Make a token');
    const token = await page.getByRole('textbox', { name: 'Token for the directory' }).inputValue();
    expect(await page.getByRole('textbox', { name: 'Address for the directory' }).inputValue()).toMatch(
      /\/scim\/v2$/,
    );
    expect((await listing(token)).status).toBe(200);
    await directory.getByText('the most there can be').waitFor();
    await person.press('I have stored it');
    expect(await page.getByRole('button', { name: 'Make a token' }).count()).toBe(0);
    expect(await page.content()).not.toContain(token);
    expect(await person.faults()).toEqual([]);
    await page.reload();
    await directory.getByRole('listitem').nth(1).waitFor();
    expect(await page.content()).not.toContain(token);
    await directory
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await person.press('Revoke for good');
    await page.getByText('The token is revoked.').waitFor();
    await page.getByRole('button', { name: 'Make a token' }).waitFor();
    expect(await directory.getByRole('listitem').count()).toBe(1);
    expect((await listing(token)).status).toBe(401);
    await person.close();
  });

  it('an owner asks for the deletion with name and password, every page says when it is, and an owner takes it back', async () => {
    const deletionAt = async ({ api }: SignedInAs) =>
      (await api.call<{ deletionAt: string | null }>('GET', '/organization')).body.deletionAt;
    const id = await operator.organization('team', 'Ending');
    const owner = await members.add(id, 'owner');
    const person = await opened(owner);
    const { page } = person;
    await page.getByRole('button', { name: 'Make a token' }).waitFor();
    expect(await page.getByText('A token that an admin makes').count()).toBe(0);
    await person.press('Delete it…');
    const act = page.getByRole('button', { name: 'Delete the organization', exact: true });
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('To confirm, type the name: Ending').fill('ending');
    expect(await act.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('To confirm, type the name: Ending').fill('Ending');
    await act.click();
    await page.getByText('That did not work').waitFor();
    expect(await deletionAt(owner)).toBeNull();
    expect(await person.faults()).toEqual([]);
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take the deletion back' }).waitFor();
    expect(await deletionAt(owner)).not.toBeNull();
    expect(await person.faults()).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Usage' }).click();
    await person.heading('Usage');
    await page.getByRole('alert').getByText('This organization is deleted on').waitFor();
    await page.goBack();
    await person.press('Take the deletion back');
    await page.getByText('The deletion is taken back.').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await deletionAt(owner)).toBeNull();
    await person.close();
  });
});
