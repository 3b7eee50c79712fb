import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Operator } from '../../../harness/clients/operator.js';
import type { OpenedRoom } from '../../../harness/clients/room.js';
import { CaptureFixture } from '../../../harness/organizations/capture-fixture.js';
import { Members } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

/** CSS pixels of a small phone and of a laptop. */
const WIDTHS = [360, 1280];
const CONSOLE_PAGES = [
  '/requests',
  '/sessions',
  '/keys',
  '/webhooks',
  '/usage',
  '/members',
  '/settings',
  '/account',
];

describe(`pages in Arabic (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  let browser: Browser;
  let fixture: CaptureFixture;

  beforeAll(async () => {
    browser = await launch();
    fixture = await CaptureFixture.create(credentials);
  });
  afterAll(async () => {
    await browser.close();
    await fixture.clear();
  });

  /** Runs from right to left, accessible and within its window, at every width. */
  async function expectMirrored(person: ConsolePage): Promise<void> {
    const { page } = person;
    const root = page.locator('html[lang=ar][dir=rtl]');
    await root.locator('h1').first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect([page.url(), await person.faults()]).toEqual([page.url(), []]);
    }
  }

  it('respondents whose browser prefers it read the recorder, the room and their other pages in it', async () => {
    const { joinUrl } = await fixture.api.post<OpenedRoom>('/v1/sessions');
    const person = await ConsolePage.open(browser, baseUrl, { locale: 'ar-EG' });
    for (const [address, heading] of [
      [fixture.contact.link, fixture.request.title],
      [joinUrl, 'الانضمام إلى الغرفة'],
      [`${baseUrl}/console/forgot`, 'نسيت كلمة المرور'],
      [baseUrl, 'يجمع هذا الخادم تسجيلات من الناس'],
    ] as const) {
      await person.page.goto(address);
      await person.heading(heading);
      await expectMirrored(person);
    }
    await person.page.getByRole('link', { name: 'English' }).click();
    await person.heading('This server collects recordings of people');
    expect(await person.page.locator('html[lang=en][dir=ltr]').count()).toBe(1);
    await person.close();
  });

  it('a member chooses it, and the console stays in it', async () => {
    const organizationId = await new Operator(credentials).organization('platform', 'Arabic pages');
    const owner = await new Members(new Operator(credentials), baseUrl).add(organizationId, 'owner');
    const person = await ConsolePage.signedIn(browser, baseUrl, owner, '/account');
    const { page } = person;
    await page.getByRole('link', { name: 'العربية' }).click();
    await person.heading('حسابك');
    expect(page.url()).toBe(`${baseUrl}/console/account`);
    for (const path of CONSOLE_PAGES) {
      await person.goto(path);
      await page.getByRole('navigation').waitFor();
      await expectMirrored(person);
    }
    await person.close();
  });
});
