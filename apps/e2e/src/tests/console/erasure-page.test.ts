import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { Operator } from '../../harness/clients/operator.js';
import { Members } from '../../harness/organizations/members.js';
import { ConsolePage } from '../../harness/pages/console-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
/** The page asks again every few seconds. */
const COMPLETED_MS = 60_000;

describe(`the console's page for erasing a person (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it('erases only once the address is typed again, never shows it afterwards, and saves the receipt', async () => {
    const organizationId = await operator.organization('platform', 'Erases');
    const admin = await members.add(organizationId, 'admin');
    const person = await ConsolePage.returning(browser, baseUrl, admin, '/erasures', PHONE);
    const { page } = person;
    const email = `erased-${randomUUID()}@example.org`;
    await page.getByText('Nobody was erased yet').waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await person.press('Erase…');
    await page.getByLabel(`Type ${email} to go on`).fill(`not ${email}`);
    const action = page.getByRole('button', { name: 'Erase for good' });
    expect(await action.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    expect(await action.count()).toBe(1);
    await page.getByLabel(`Type ${email} to go on`).fill(email);
    expect(await person.violations()).toEqual([]);
    await person.press('Erase for good');
    await page.getByText('Completed').waitFor({ timeout: COMPLETED_MS });
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    expect(await page.content()).not.toContain(email);
    await person.press('Show the receipt');
    const saving = page.waitForEvent('download');
    await person.press('Save the receipt');
    const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8')) as object;
    expect(saved).toMatchObject({ organizationId, requestedBy: admin.id, signature: { alg: 'EdDSA' } });
  });
});
