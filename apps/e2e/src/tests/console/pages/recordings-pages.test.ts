import { until } from '@capture/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Api } from '../../../harness/clients/api.js';
import { Operator } from '../../../harness/clients/operator.js';
import { makeClip } from '../../../harness/clip.js';
import type { RecordingBody } from '../../../harness/organizations/capture-fixture.js';
import { Members, type Role, type SignedInAs } from '../../../harness/organizations/members.js';
import { recordedSession } from '../../../harness/organizations/recorded-session.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const CLIP_SEC = 6;
/** By how much the second track begins later. */
const LATER_SEC = 1.5;

describe(`the console's pages of recordings (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let api: Api;
  let organizationId: string;
  let producer: SignedInAs;
  let clip: Buffer;
  let recordingId: string;
  let browser: Browser;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Recordings pages');
    api = new Api(baseUrl, (await operator.key(organizationId)).key);
    producer = await members.add(organizationId, 'producer');
    clip = await makeClip(CLIP_SEC);
    recordingId = await recorded();
    browser = await launch();
  });

  afterAll(() => browser.close());

  /** The recording of a session with two guests; the second began LATER_SEC after the first. */
  async function recorded(): Promise<string> {
    const shared = { clip, durationSec: CLIP_SEC };
    const interruptions = [{ type: 'device_lost', atMs: 2000, durationMs: 500 }];
    const session = await recordedSession(api, producer, [
      { ...shared, displayName: 'Grace', laterSec: 0 },
      { ...shared, displayName: 'Ada', laterSec: LATER_SEC, interruptions },
    ]);
    return session.recordingId;
  }

  async function signedIn(
    role: Role,
    path: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<ConsolePage> {
    return ConsolePage.returning(browser, baseUrl, await members.add(organizationId, role), path, options);
  }

  /** Of the waveforms, in pixels; silence is flat. */
  const heights = (page: Page): Promise<number[]> =>
    page
      .locator('.synced__wave')
      .evaluateAll((all) => all.map((wave) => wave.getBoundingClientRect().height));

  it('play the tracks of a session on one timeline: each file stands where it was at that instant', async () => {
    const person = await signedIn('viewer', '/recordings');
    const { page } = person;
    await page.getByRole('listitem').filter({ hasText: recordingId }).getByRole('link').click();
    await person.press('Open the player');
    await until('a waveform for each track', async () => (await heights(page)).length === 2);
    for (const height of await heights(page)) expect(height).toBeGreaterThan(1);
    const [first, second] = [page.locator('video').nth(0), page.locator('video').nth(1)];
    const position = page.getByLabel('Position');
    await position.waitFor();
    expect(await position.getAttribute('aria-valuetext')).toBe('0:00 of 0:08');
    const names = await page.locator('video').evaluateAll((all) => all.map((video) => video.ariaLabel));
    expect(names.toSorted()).toEqual(['Ada, Camera', 'Grace, Camera']);
    const [early, late] = names[0] === 'Grace, Camera' ? [first, second] : [second, first];
    const timeOf = (video: typeof early) => video.evaluate((one) => (one as HTMLVideoElement).currentTime);
    const isSettled = (video: typeof early) =>
      video.evaluate((one) => {
        const { seeking, readyState, paused } = one as HTMLVideoElement;
        return !seeking && readyState >= 2 && paused;
      });
    await position.fill('4000');
    await until('both pictures to be there', async () => (await isSettled(early)) && isSettled(late));
    expect(await timeOf(early)).toBeCloseTo(4, 1);
    expect(Math.abs((await timeOf(early)) - (await timeOf(late)) - LATER_SEC)).toBeLessThan(0.1);

    await position.fill('0');
    await position.press('ArrowRight');
    await position.press('Shift+ArrowLeft');
    await until('both files to stand at their beginnings', async () => (await timeOf(early)) === 0);
    expect(await timeOf(late)).toBe(0);
    await person.press('Play');
    await until('the later track to have joined', async () => (await timeOf(late)) > 0.2);
    await person.press('Pause');
    await until('both to stand', async () => (await isSettled(early)) && isSettled(late));
    // How closely they keep together is shown in player-sync.test.ts; paused in a stall, they are less close.
    expect(Math.abs((await timeOf(early)) - (await timeOf(late)) - LATER_SEC)).toBeLessThan(1);
    expect(await page.getByText('0:02 to 0:08, 1 gap').count()).toBe(1);
    expect(await person.violations()).toEqual([]);
    await person.close();
  });

  it('list each recording with a picture of it, which gives a viewer no more than the picture', async () => {
    const person = await signedIn('viewer', '/branding');
    const { page } = person;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('navigation').getByRole('link', { name: 'Recordings' }).click();
    const still = page.getByRole('listitem').filter({ hasText: recordingId }).locator('img');
    await still.waitFor();
    const shades = await still.evaluate(async (image) => {
      // It has its place before it has come.
      await (image as HTMLImageElement).decode();
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.drawImage(image as HTMLImageElement, 0, 0);
      return new Set(canvas.getContext('2d')?.getImageData(0, 0, 300, 150).data).size;
    });
    // Of a test card: what was not decoded has one.
    expect(shades).toBeGreaterThan(20);
    expect(asked.filter((path) => /playback|download|media/.test(path))).toEqual([]);
    expect(asked).toContain(`/console/api/recordings/${recordingId}/poster`);
    expect(await person.violations()).toEqual([]);
    await person.close();
  });

  it('check the signed manifest in the browser, and say so when it was changed', async () => {
    const person = await signedIn('viewer', `/recordings/${recordingId}`);
    const { page } = person;
    const manifests = page.getByText('Capture manifest', { exact: true });
    await manifests.first().click();
    await page.getByText('Verified: the manifest is as it was signed').waitFor();
    expect(await person.violations()).toEqual([]);

    await page.route(`**/console/api/recordings/${recordingId}`, async (route) => {
      const answer = await route.fetch();
      const recording = (await answer.json()) as RecordingBody;
      for (const { captureManifest } of recording.tracks) captureManifest['platform'] = 'another one';
      await route.fulfill({ response: answer, json: recording });
    });
    await page.reload();
    await manifests.first().click();
    await page.getByText('Does not match: the manifest was changed after it was signed.').waitFor();
    expect(await page.getByText('Verified').count()).toBe(0);
    await person.close();
  });

  it('give a file to those who may download, and not to a viewer', async () => {
    const person = await signedIn('producer', `/recordings/${recordingId}`);
    const download = person.page.waitForEvent('download');
    await person.press('Download: Grace, Camera');
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^${recordingId}-camera-.*\\.mp4$`));
    await person.close();
    const viewer = await signedIn('viewer', `/recordings/${recordingId}`);
    await viewer.page.getByRole('heading', { name: 'Tracks' }).waitFor();
    await viewer.page.getByText('Ada, Camera', { exact: true }).waitFor();
    expect(await viewer.page.getByRole('button', { name: /Download|Delete/ }).count()).toBe(0);
    await viewer.close();
  });

  it('fit a phone, open by their address and after a reload, and are deleted by typing', async () => {
    const phone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
    const person = await signedIn('producer', `/recordings/${recordingId}`, phone);
    const { page } = person;
    await person.press('Open the player');
    await page.getByLabel('Position').waitFor();
    await page.getByText('Capture manifest', { exact: true }).first().click();
    await page.getByText('Verified').waitFor();
    expect(await person.tooWide()).toEqual([]);
    expect(await person.violations()).toEqual([]);
    await page.reload();
    await person.press('Delete the recording');
    const deletions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    const confirm = page.getByLabel('To confirm, type: delete');
    await confirm.fill('dele');
    // Before it is tried: the button is disabled too while a deletion is under way.
    const action = page.getByRole('button', { name: 'Delete for good' });
    expect(await action.getAttribute('aria-disabled')).toBe('true');
    await confirm.press('Enter');
    await confirm.fill('delete');
    await confirm.press('Enter');
    await person.heading('The recording is deleted');
    expect(deletions).toHaveLength(1);
    expect((await api.call('GET', `/v1/recordings/${recordingId}`)).status).toBe(404);
    const receipt = page.waitForEvent('download');
    await person.press('Save the receipt');
    expect((await receipt).suggestedFilename()).toBe(`${recordingId}-receipt.json`);
    await page.getByRole('link', { name: 'All recordings' }).click();
    await person.heading('Recordings');
    await page.getByText('No recordings yet').waitFor();
    expect(await person.tooWide()).toEqual([]);
    await person.close();
  });
});
