import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, record } from '../../harness/browser.js';
import { ConsolePage } from '../../harness/pages/console-page.js';
import { guidePicture, PICTURES } from '../../harness/pages/page-checks.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const MOST_MS = 3 * 60_000;
const VIEWPORT = { width: 1280, height: 800 };

describe(`the walk of a new user (${MODE})`, () => {
  const { baseUrl, consoleEmail, consolePassword } = sharedProduct().credentials;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  it('goes from the sign-in that is printed to a recording that plays, by way of a key and a request, in under three minutes and in the browser alone', async () => {
    const began = performance.now();
    const person = await ConsolePage.open(browser, baseUrl, { viewport: VIEWPORT, colorScheme: 'light' });
    const { page } = person;
    await person.goto('');
    await person.signIn(consoleEmail, consolePassword);
    await person.heading('Requests');

    await page.getByRole('link', { name: 'API keys' }).click();
    await person.press('Create a key');
    const form = page.getByRole('form', { name: 'Create a key' });
    await form.getByLabel('Name').fill('My first key');
    await form.getByLabel('capture_requests:read').check();
    await form.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('The key “My first key”', { exact: true }).getByRole('textbox').waitFor();
    await person.press('I have stored it');

    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('link', { name: 'New request' }).click();
    await page.getByLabel('Title').fill('Ten years of the night library');
    await page.getByLabel('Question', { exact: true }).fill('Which evening do you remember?');
    await person.press('Create as a draft');
    await person.heading('Ten years of the night library');
    await person.press('Launch');
    await page.getByLabel('Add people, one a line').fill('Ada Okafor <ada@example.org>');
    await person.press('Add');
    const link = await page.getByLabel('Link of Ada Okafor', { exact: true }).inputValue();

    const recorder = await page.context().newPage();
    recorder.setDefaultTimeout(60_000);
    await recorder.goto(link);
    await recorder.getByText('Which evening do you remember?').waitFor();
    await record(recorder);
    await guidePicture(recorder, 'recorder');
    await recorder.getByRole('button', { name: 'Submit recording' }).click();
    await recorder.getByRole('heading', { name: 'Thank you' }).waitFor();
    await recorder.close();

    await page.bringToFront();
    const recording = page.getByRole('link', { name: 'Page of the recording of Ada Okafor' });
    await recording.waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await guidePicture(page, 'request');
    await recording.click();
    await person.press('Open the player');
    await page.getByLabel('Position').waitFor();
    await person.press('Play');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
    expect(performance.now() - began).toBeLessThan(MOST_MS);

    if (PICTURES === undefined) return person.close();
    await person.press('Pause');
    await page.getByLabel('Position').fill('1000');
    const wave = page.locator('.synced__wave');
    await wave.waitFor({ state: 'attached' });
    await page.locator('.synced').evaluate((player) => player.scrollIntoView(false));
    await guidePicture(page, 'recording');
    await person.close();
  });
});
