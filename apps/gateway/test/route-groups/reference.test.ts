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
  // A busy machine renders slowly.
  page.setDefaultTimeout(100_000);
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
    { path: '/api/docs', call: '/v1/recordings/{id}' },
    { path: '/api/docs/console', call: '/console/api/sign-in' },
  ])(
    'shows the operations of $path, asks no other origin and stays within its policy',
    async ({ path, call }) => {
      const { page, strangers, trouble } = await visit(path);
      const operation = page.locator('.opblock', { has: page.locator(`[data-path="${call}"]`) }).first();
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('.response').first().waitFor();
      expect({ strangers, trouble }).toEqual({ strangers: [], trouble: [] });
      await page.close();
    },
  );

  it('links to the OpenAPI document without JavaScript', async () => {
    const { page } = await visit('/api/docs', false);
    const link = page.getByRole('main').getByRole('link', { name: 'OpenAPI document' });
    expect(await link.getAttribute('href')).toBe('/api/v1/openapi.json');
    await page.close();
  });
});
