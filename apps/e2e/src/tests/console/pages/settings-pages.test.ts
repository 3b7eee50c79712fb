import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Operator } from '../../../harness/clients/operator.js';
import { Members, type SignedInAs } from '../../../harness/organizations/members.js';
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

  const opened = (member: SignedInAs) => ConsolePage.signedIn(browser, baseUrl, member, '/settings', PHONE);

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
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
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
    const person = await opened(await members.add(organizationId, 'viewer'));
    const { page } = person;
    await page.getByText('The plan is “team”.').waitFor();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Footage collected a month').getByText('100 h').waitFor();
    await row('Of it used this month').getByText('0 s').waitFor();
    await row('Guests a session').getByText('4', { exact: true }).waitFor();
    await row('Evidence of consent').getByText('No', { exact: true }).waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await person.close();
  });
});
