import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let harness: Harness;
let browser: Browser;

beforeAll(async () => {
  harness = await startGateway(() => undefined);
  const executablePath = process.env['CAPTURE_CHROMIUM'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: FLAGS });
});

afterAll(async () => {
  await browser.close();
  await harness.close();
});

interface Visit {
  page: Page;
  /** Requests to any other origin. */
  strangers: string[];
  /** Violations of the content security policy, and errors that nobody caught. */
  trouble: string[];
}

async function visit(path: string, javaScriptEnabled = true): Promise<Visit> {
  const page = await browser.newPage({ javaScriptEnabled });
  const [strangers, trouble]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(harness.url) && !url.startsWith('data:')) strangers.push(url);
  });
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) trouble.push(message.text());
  });
  await page.goto(harness.url + path);
  return { page, strangers, trouble };
}

describe('reference in a browser', () => {
  it.each([
    { path: '/api/docs', call: '/v1/recordings/{id}', operation: 'recordings/getRecording' },
    { path: '/api/docs/console', call: '/console/api/sign-in', operation: undefined },
  ])('shows the operations of $path, asks no other origin and stays within its policy', async (each) => {
    const { page, strangers, trouble } = await visit(each.path);
    await page.locator(`[data-path="${each.call}"]`).first().waitFor();
    if (each.operation) {
      await page.goto(`${harness.url}${each.path}#/${each.operation}`);
      await page.reload();
      await page.getByText('With its tracks and their signed capture manifests').waitFor();
    } else await page.locator('.opblock-summary-control').first().click();
    await page.locator('.opblock.is-open .response').first().waitFor();
    expect({ strangers, trouble }).toEqual({ strangers: [], trouble: [] });
    await page.close();
  });

  it('links to the OpenAPI document without JavaScript', async () => {
    const { page } = await visit('/api/docs', false);
    const link = page.getByRole('main').getByRole('link', { name: 'OpenAPI document' });
    expect(await link.getAttribute('href')).toBe('/api/v1/openapi.json');
    await page.close();
  });
});
