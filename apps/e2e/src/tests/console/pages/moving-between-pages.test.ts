import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Operator } from '../../../harness/clients/operator.js';
import { Members, type SignedInAs } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

describe(`from one page of the console to another (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  let owner: SignedInAs;
  let browser: Browser;

  beforeAll(async () => {
    const operator = new Operator(credentials);
    const organizationId = await operator.organization('platform', 'Moving organization');
    owner = await new Members(operator, baseUrl).add(organizationId, 'owner');
    browser = await launch();
  });
  afterAll(() => browser.close());

  const place = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true });

  /** Resolves once the keyboard is at the heading of a page. */
  const isAtHeading = async (page: Page, title: string): Promise<void> => {
    await page.waitForFunction((said) => {
      const { tagName, textContent } = document.activeElement ?? {};
      return tagName === 'H1' && textContent === said;
    }, title);
  };

  it('the heading of a page has the focus, and names the document, also when the link that led there stays', async () => {
    const person = await ConsolePage.returning(browser, baseUrl, owner, '/requests');
    const { page } = person;
    for (const title of ['Recordings', 'Audit log', 'Sessions']) {
      await place(page, title).focus();
      await page.keyboard.press('Enter');
      await isAtHeading(page, title);
      expect(await page.title()).toBe(`${title} · Capture`);
    }
    await place(page, 'Sessions').focus();
    await page.goBack();
    await isAtHeading(page, 'Audit log');
    expect(await person.violations()).toEqual([]);
    await person.close();
  });

  it.each([
    ['has the focus once it is there', []],
    ['does not take the focus from where the keyboard has gone on to', ['Tab']],
  ])('the heading of a page that is still read %s', async (_what, keys) => {
    const person = await ConsolePage.returning(browser, baseUrl, owner, '/recordings');
    const { page } = person;
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/console/api/organization', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await isAtHeading(page, 'Recordings');
    await place(page, 'Plan').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Recordings', exact: true }).waitFor({ state: 'detached' });
    for (const key of keys) await page.keyboard.press(key);
    answer();
    await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
    if (keys.length === 0) await isAtHeading(page, 'Plan');
    else await person.isAt('Members');
    expect(await page.title()).toBe('Plan · Capture');
    await person.close();
  });

  it('the filter of the audit log keeps the focus, and shows what the address asks for', async () => {
    const person = await ConsolePage.returning(browser, baseUrl, owner, '/audit');
    const { page } = person;
    const action = page.getByLabel('Action');
    await action.fill('organization.never');
    await action.press('Enter');
    await page.waitForURL('**/audit?action=organization.never');
    await page.getByText('No entries are all of this').waitFor();
    expect(await action.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Show all', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/audit');
    await person.isAt('Show all');
    expect(await action.inputValue()).toBe('');
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('input')?.value === 'organization.never');
    // Typed and not asked for.
    await action.fill('something else');
    await person.press('Show all');
    await page.waitForFunction(() => document.querySelector('input')?.value === '');
    await person.close();
  });

  it('a page is read once when it is opened, and its stream of changes does not have it read again', async () => {
    const person = await ConsolePage.returning(browser, baseUrl, owner, '/requests');
    const { page } = person;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const listening = page.waitForResponse('**/console/api/changes?*');
    await page.reload();
    await listening;
    await page.getByText('No requests yet').waitFor();
    await owner.api.call('POST', '/capture-requests', { body: { title: 'Told of', prompt: 'When?' } });
    await page.getByRole('link', { name: 'Told of' }).waitFor();
    // When it was opened, and when it was told of the request.
    expect(asked.filter((path) => path === '/console/api/capture-requests')).toHaveLength(2);
    await person.close();
  });
});
