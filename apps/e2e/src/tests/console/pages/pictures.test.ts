import { until } from '@capture/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Operator } from '../../../harness/clients/operator.js';
import { makeClip } from '../../../harness/clip.js';
import { CaptureFixture, type PageBody } from '../../../harness/organizations/capture-fixture.js';
import { Members } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { ACCEPTS, faultOf, keep } from '../../../harness/pictures/compare.js';
import { looksTheSame, PICTURED, withoutChance } from '../../../harness/pictures/same-everywhere.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** `:request` and the like stand for what the test has made. */
const PAGES = [
  ...['/requests', '/requests/new', '/requests/:request', '/sessions', '/sessions/:session', '/recordings'],
  ...[
    '/recordings/:recording',
    '/keys',
    '/webhooks',
    '/webhooks/:endpoint',
    '/events?type=capture_request.created',
    '/usage?by=month',
    '/plan',
  ],
  ...[
    '/members',
    '/suppressions',
    '/erasures',
    '/branding',
    '/settings',
    '/audit',
    '/organizations',
    '/account',
  ],
];
const HOW_TO_ACCEPT = 'CAPTURE_PICTURES=accept (docs/guides/contributing.md)';

describe(`pictures of the console (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const ids: Record<string, string> = {};
  let browser: Browser;
  let fixture: CaptureFixture;
  let person: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    const operator = new Operator(credentials);
    const organizationId = await operator.organization('platform', 'The night library');
    fixture = await CaptureFixture.withKey(baseUrl, (await operator.key(organizationId)).key);
    const { api } = fixture;
    await fixture.respondent.submit({ bytes: await makeClip(1), durationSec: 1, releaseVersion: 'v1' });
    const { session } = await api.post<{ session: { id: string } }>('/v1/sessions');
    const first = async (path: string) => {
      const { data } = await api.get<PageBody<{ id: string; status: string }>>(path);
      return data[0];
    };
    const recording = await until('the recording', async () => {
      const found = await first('/v1/recordings');
      return found?.status === 'complete' ? found : undefined;
    });
    const endpoint = await first('/v1/webhook-endpoints');
    await until('every delivery', async () => {
      const path = `/v1/webhook-endpoints/${endpoint?.id}/deliveries`;
      const { data } = await api.get<PageBody<{ status: string }>>(path);
      return data.length > 0 && data.every(({ status }) => status === 'succeeded');
    });
    Object.assign(ids, { request: fixture.request.id, session: session.id, recording: recording.id });
    Object.assign(ids, { endpoint: endpoint?.id });
    const owner = await new Members(operator, baseUrl).add(organizationId, 'owner');
    browser = await launch();
    person = await ConsolePage.open(browser, baseUrl, PICTURED);
    page = person.page;
    await looksTheSame(page);
    await person.goto('');
    await person.signIn(owner.email);
    await page.getByRole('navigation').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await fixture.clear();
  });

  async function drawn(): Promise<Buffer> {
    await withoutChance(page);
    return page.screenshot({ animations: 'disabled' });
  }

  /** Nothing is waited for, and two pictures of it are the same. */
  async function atRest(): Promise<Buffer> {
    let last: Buffer | undefined;
    return until('the page to come to rest', async () => {
      const loading = await page.getByRole('status').filter({ hasText: '…' }).count();
      const now = await drawn();
      const rests = loading === 0 && last?.equals(now);
      last = now;
      return rests ? now : undefined;
    });
  }

  /** What is wrong with how the page looks, which it may come to look like. */
  async function lookOf(name: string): Promise<string | undefined> {
    let fault = await faultOf(name, await drawn());
    if (fault === undefined) return undefined;
    if (ACCEPTS) return keep(name, await atRest());
    await until(`the page to look like ${name}`, async () => {
      fault = await faultOf(name, await drawn());
      return fault === undefined;
    }).catch(() => undefined);
    return fault;
  }

  async function expectLooks(name: string): Promise<void> {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    const onDesktop = await lookOf(`${name}.desktop`);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    const onPhone = await lookOf(`${name}.phone`);
    const faults = [onDesktop, onPhone].filter((fault) => fault !== undefined);
    expect(faults, `if it is meant to look so: ${HOW_TO_ACCEPT}`).toEqual([]);
  }

  it.each(PAGES)('%s looks as it did, on a desktop and on a dark phone', async (path) => {
    const address = path.replace(/:(\w+)/, (_, what: string) => ids[what] ?? '');
    await person.goto(address);
    await page.locator('h1').first().waitFor();
    await expectLooks(path.slice(1).replace(/\W+/g, '-'));
  });

  it('a page in Arabic looks as it did', async () => {
    await person.goto('/requests?lang=ar');
    await page.locator('html[dir=rtl] h1').first().waitFor();
    await expectLooks('requests-arabic');
  });

  it('the page of the sign-in looks as it did', async () => {
    await page.context().clearCookies();
    await person.goto('/keys?lang=en');
    await person.heading('Sign in');
    await expectLooks('sign-in');
  });
});
