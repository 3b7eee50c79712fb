import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Download, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Operator } from '../../../harness/clients/operator.js';
import { Members, type SignedInAs } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
/** More than one call takes, and than one page has. */
const ADDRESSES = 1100;

describe(`lists of the console as files (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let admin: SignedInAs;
  let browser: Browser;

  beforeAll(async () => {
    admin = await members.add(await operator.organization('platform', 'Lists as files'), 'admin');
    browser = await launch();
  });

  afterAll(() => browser.close());

  /** The text of the file that a button saves. */
  async function saved(person: ConsolePage, button: string): Promise<string> {
    const [file] = await Promise.all([person.page.waitForEvent('download'), person.press(button)]);
    return readFile(await file.path(), 'utf8');
  }

  it('a file of addresses is previewed and added, the saved list can be read again and holds no formula, and the audit log is saved as filtered', async () => {
    const known = `+known-${randomUUID()}@example.org`;
    await admin.api.call('POST', '/suppressions', { body: { email: known } });
    const fresh = Array.from({ length: ADDRESSES }, () => `${randomUUID()}@example.org`);
    const lines = ['E-mail,Name', 'nobody,Nobody', `${known},"=HYPERLINK(1)"`, ...fresh];
    const person = await ConsolePage.returning(browser, baseUrl, admin, '/suppressions', PHONE);
    const { page } = person;
    const file = page.getByLabel('Or a file with one address a line');
    const choose = (text: string) =>
      file.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose(lines.join('\r\n'));
    await page.getByText(`${ADDRESSES} new addresses. 1 is on the list already.`).waitFor();
    await page.getByText('Without an address: line 2. They are left out.').waitFor();
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await person.press('Add to the list');
    await page.getByText(`${ADDRESSES} addresses were added.`).waitFor();

    const csv = await saved(person, 'Save the list as CSV');
    await page.getByText('1,101 entries are in the file.').waitFor();
    const rows = csv.trim().split('\r\n');
    expect([rows.length, rows[0]]).toEqual([ADDRESSES + 2, 'email,reason,since']);
    expect(rows.filter((row) => row.includes(known))).toEqual([
      expect.stringMatching(/^"'\+known-[^"]+",unsubscribed,/),
    ]);
    await choose(csv);
    await page.getByText(`0 new addresses. ${ADDRESSES + 1} are on the list already.`).waitFor();

    await person.goto('/audit?action=suppression.added');
    const json = JSON.parse(await saved(person, 'Save these as JSON')) as {
      action: string;
      subject: string;
    }[];
    expect(new Set(json.map(({ action }) => action))).toEqual(new Set(['suppression.added']));
    expect(new Set(json.map(({ subject }) => subject))).toEqual(new Set([known, ...fresh]));
    const log = (await saved(person, 'Save these as CSV')).trim().split('\r\n');
    expect([log.length, log[0]]).toEqual([ADDRESSES + 2, 'id,at,action,actor,subject,ip,detail']);
    await person.close();
  });

  it('a list that is being saved is stopped at once and leaves no file; showing more says when it failed and when there is no more', async () => {
    const emails = Array.from({ length: 101 }, () => `${randomUUID()}@example.org`);
    await admin.api.call('POST', '/suppressions/batch', { body: { emails } });
    const person = await ConsolePage.returning(browser, baseUrl, admin, '/suppressions', PHONE);
    const { page } = person;
    const files: Download[] = [];
    page.on('download', (file) => files.push(file));
    const secondPage = Promise.withResolvers<Route>();
    await page.route('**/suppressions?cursor=*&limit=100', (route) => secondPage.resolve(route));
    await person.press('Save the list as CSV');
    await page.getByText('100 read…').waitFor();
    const held = await secondPage.promise;
    await person.press('Stop');
    await held.continue();
    await page.getByRole('button', { name: 'Save the list as CSV' }).waitFor();
    // A file would come before what is asked for later.
    await page.reload();
    await page.getByRole('button', { name: 'Save the list as CSV' }).waitFor();
    expect(files).toEqual([]);

    const more = '**/suppressions?cursor=*';
    const refusal = { code: 'invalid_cursor', detail: 'This cursor leads nowhere.' };
    await page.route(more, (route) => route.fulfill({ status: 400, json: refusal }));
    await person.press('Show more');
    await page.getByRole('alert').getByText(refusal.detail).waitFor();
    await page.route(more, (route) => route.fulfill({ json: { data: [], nextCursor: null } }));
    await page.keyboard.press('Enter');
    await person.isAt('That is all.');
    await person.close();
  });
});
