import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeService, KEY } from './fixtures/fake-service.js';
import { expectAccessible, expectReflow, launch, visit, type Visit } from './fixtures/visit.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

let built: string;
let browser: Browser;
let service: FakeService;
let base: string;
let person: Visit;
let page: Page;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'capture-web-'));
  // As shipped: with the test runner's NODE_ENV the build would contain React's development version.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: built },
  });
  vi.unstubAllEnvs();
  browser = await launch('allow');
});
afterAll(async () => {
  await browser.close();
  await rm(built, { recursive: true });
});

beforeEach(async () => {
  service = new FakeService(built);
  base = await service.start();
  person = await visit(browser, base);
  page = person.page;
});
afterEach(async () => {
  await person.context.close();
  await service.stop();
  expect(person.errors).toEqual([]);
  expect(person.foreignRequests).toEqual([]);
  expect(service.referers).toEqual([]);
});

async function record(forMs = 1000): Promise<void> {
  await button(page, 'Start recording').click();
  await button(page, 'Stop recording').waitFor();
  await page.waitForFunction(
    (sec) => Number(/:(\d+)/.exec(document.querySelector('[role=timer]')?.textContent ?? '')?.[1]) >= sec,
    Math.ceil(forMs / 1000),
  );
  await button(page, 'Stop recording').click();
  await button(page, 'Submit recording').waitFor();
}

async function recordFromQuestion(path = '/r/cnt_1'): Promise<void> {
  await page.goto(`${base}${path}?k=${KEY}`);
  await button(page, 'Turn on camera and microphone').click();
  await record();
}

/** The take's duration in its player, once it can play. */
const playable = () =>
  page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('video[aria-label="Your recording"]');
    return video && video.readyState >= 2 ? video.src : false;
  });

describe('a person answers', () => {
  it('goes from the question to thank you, with a second take in between, and every step is accessible', async () => {
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await page.getByText('I can withdraw my agreement').isVisible()).toBe(true);
    await expectAccessible(page);
    await expectReflow(page);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').waitFor();
    await expectAccessible(page);
    await page.waitForFunction(() => {
      const meter = document.querySelector('[role=meter][aria-label="Microphone level"]');
      return Number(meter?.getAttribute('aria-valuenow')) > 0;
    });
    await record();
    const first = await (await playable()).jsonValue();
    await expectAccessible(page);
    await expectReflow(page);
    expect(await person.liveTracks()).toBe(0);

    await button(page, 'Record again').click();
    await expectAccessible(page);
    await button(page, 'Replace it').click();
    await record();
    expect(await (await playable()).jsonValue()).not.toBe(first);
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    await expectAccessible(page);

    expect(await person.liveTracks()).toBe(0);
    expect(service.takes).toHaveLength(1);
    const [take] = service.takes;
    expect(take?.completed).toBe(true);
    expect(take?.opened).toMatchObject({ releaseAccepted: true, releaseVersion: 'v1' });
    expect(take?.parts.get(1)?.subarray(4, 8).toString()).toBe('ftyp');
  });

  it('can do all of it with the keyboard, and focus is never lost', async () => {
    service.request.release.required = false;
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').press('Enter');
    await button(page, 'Start recording').waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Stop recording').waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Submit recording').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Watch your recording');
    await button(page, 'Submit recording').press('Enter');
    await heading(page, 'Thank you').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Thank you');
  });

  it('on an open link gives a name, and is led to what is missing', async () => {
    await recordFromQuestion('/o/cmp_1');
    await button(page, 'Submit recording').click();
    const name = page.getByRole('textbox', { name: 'Your name' });
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    expect(service.takes).toHaveLength(0);
    await name.fill('  Ada Lovelace ');
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes[0]?.opened).toMatchObject({ displayName: 'Ada Lovelace' });
  });

  it('hears when one minute is left, and the time limit ends the recording', async () => {
    service.request.maxDurationSec = 62;
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').click();
    await page.getByRole('status').getByText('One minute left.').waitFor({ state: 'attached' });
    service.request.maxDurationSec = 5;
    await page.reload();
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').click();
    await page.getByText('The recording stopped at the limit of 5 seconds.').waitFor();
  });
});

describe('the link', () => {
  it('loses its key in the address bar, and a reload still works', async () => {
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(page.url()).toBe(`${base}/r/cnt_1`);
    await page.reload();
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(service.seen.filter((path) => path.includes(KEY))).toEqual([`/r/cnt_1?k=${KEY}`]);
  });

  it('without a key says that it is incomplete', async () => {
    await page.goto(`${base}/r/cnt_1`);
    await heading(page, 'This link is incomplete').waitFor();
    await expectAccessible(page);
  });

  it('with a key that is not honoured says that it no longer works', async () => {
    await page.goto(`${base}/r/cnt_1?k=guessed`);
    await heading(page, 'This link no longer works').waitFor();
    await expectAccessible(page);
  });

  it.each(['draft', 'closed'])('of a %s request says that it is not accepting', async (status) => {
    service.request.status = status;
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(page, 'This request is not accepting recordings').waitFor();
    await expectAccessible(page);
  });

  it('of a paused organization says that the request is not accepting', async () => {
    service.faults = [{ on: /GET .*contacts/, status: 409, body: { code: 'organization_paused' } }];
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(page, 'This request is not accepting recordings').waitFor();
  });

  it('can be carried whole out of a browser that cannot record', async () => {
    const firefox = await visit(browser, base, { userAgent: 'Mozilla/5.0 (X11; rv:140.0) Firefox/140.0' });
    await firefox.page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(firefox.page, 'This browser cannot record').waitFor();
    expect(await firefox.page.getByLabel('Your link').inputValue()).toBe(`${base}/r/cnt_1?k=${KEY}`);
    await expectAccessible(firefox.page);
    await firefox.context.close();
  });
});

describe('when something goes wrong', () => {
  it('a refused camera is explained where it can be asked for again', async () => {
    const denying = await launch('deny');
    const refused = await visit(denying, base);
    await refused.page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(refused.page, 'Turn on camera and microphone').click();
    const alert = refused.page.getByRole('alert');
    await alert.getByText('The camera and microphone are blocked for this page').waitFor();
    expect(await button(refused.page, 'Turn on camera and microphone').isVisible()).toBe(true);
    await expectAccessible(refused.page);
    await denying.close();
  });

  it('a camera that is in use when recording again leaves the recording that was made, to be sent', async () => {
    await recordFromQuestion();
    await button(page, 'Record again').click();
    await button(page, 'Keep this one').click();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('busy', 'NotReadableError'));
    });
    await button(page, 'Record again').click();
    await button(page, 'Replace it').click();
    await page.getByRole('alert').getByText('No camera or microphone could be used').waitFor();
    await playable();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes[0]?.completed).toBe(true);
  });

  it('a recording outlives a reload, is offered again and can be sent', async () => {
    await recordFromQuestion();
    await page.reload();
    await heading(page, 'You have a recording that was not sent').waitFor();
    await expectAccessible(page);
    await button(page, 'Review it').click();
    await playable();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes[0]?.completed).toBe(true);
  });

  it('an unsent recording can be deleted for good, and is not offered to another link', async () => {
    await recordFromQuestion();
    await page.goto(`${base}/r/cnt_2?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await heading(page, 'You have a recording that was not sent').count()).toBe(0);
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Delete it').click();
    await button(page, 'Delete for good').click();
    await heading(page, 'You have a recording that was not sent').waitFor({ state: 'detached' });
    await page.reload();
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await heading(page, 'You have a recording that was not sent').count()).toBe(0);
  });

  it('a lost network is waited for, and sending goes on by itself', async () => {
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await person.context.setOffline(true);
    await button(page, 'Submit recording').click();
    await heading(page, 'Waiting for the network').waitFor();
    await expectAccessible(page);
    await person.context.setOffline(false);
    await heading(page, 'Thank you').waitFor();
  });

  it('a request that closes before the submit leaves the person a copy to save', async () => {
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    service.faults = [{ on: /POST .*takes$/, status: 409, body: { code: 'capture_request_closed' } }];
    await button(page, 'Submit recording').click();
    await heading(page, 'This request is not accepting recordings').waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save a copy' }).click();
    expect((await saved).suggestedFilename()).toBe('my-recording.mp4');
  });

  it('a recording that is refused as too long can be saved as a file', async () => {
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    service.faults = [
      { on: /POST .*takes$/, status: 400, body: { code: 'invalid_input', field: 'durationSec' } },
    ];
    await button(page, 'Submit recording').click();
    await page.getByRole('alert').getByText('The recording was not accepted as it is').waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save a copy' }).click();
    expect((await saved).suggestedFilename()).toBe('my-recording.mp4');
  });

  it('a recording for a request that closed meanwhile can still be found, and deleted for good', async () => {
    await recordFromQuestion();
    service.request.status = 'closed';
    await page.reload();
    await button(page, 'Show the recording that I did not send').click();
    await button(page, 'Delete it from this device').click();
    await button(page, 'Delete it from this device').waitFor({ state: 'detached' });
    service.request.status = 'active';
    await page.reload();
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await heading(page, 'You have a recording that was not sent').count()).toBe(0);
  });

  it('sending can be stopped and taken up again without losing the take', async () => {
    let open = () => {};
    service.gate = new Promise((resolve) => (open = resolve));
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await expectAccessible(page);
    await button(page, 'Stop sending').click();
    open();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes).toHaveLength(1);
  });

  it('a server that does not answer leaves a way to try again', async () => {
    service.faults = [{ on: /GET .*contacts/, status: 503, body: {} }];
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(page, 'The question could not be loaded').waitFor();
    await expectAccessible(page);
    service.faults = [];
    await button(page, 'Try again').click();
    await button(page, 'Turn on camera and microphone').waitFor();
  });
});

describe('a long question', () => {
  it('can be read in full beside the picture, on a phone too', async () => {
    service.request.prompt = 'What do you remember of that evening, and who was there with you? '.repeat(40);
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').waitFor();
    const start = await button(page, 'Start recording').boundingBox();
    const picture = await page.getByLabel('You, as the camera sees you').boundingBox();
    expect(start && start.y + start.height).toBeLessThanOrEqual(844);
    expect(picture && picture.y).toBeLessThanOrEqual(844 / 2);
    await page.getByRole('region', { name: 'Question' }).press('End');
    await expectAccessible(page);
  });
});

describe('both colour schemes', () => {
  it('the dark one keeps its contrasts on every step', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${base}/`);
    await heading(page, 'This server collects recordings of people').waitFor();
    await expectAccessible(page);
    await page.goto(`${base}/o/cmp_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    await expectAccessible(page);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').waitFor();
    await expectAccessible(page);
    await record();
    await button(page, 'Submit recording').click();
    await expectAccessible(page);
  });
});
