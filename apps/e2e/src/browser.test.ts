import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launch, record } from './browser.js';
import { probe } from './clip.js';
import { verifySignature } from './receiver.js';
import { accessOf, sha256 } from './respondent.js';
import { RELEASE_TEXT, Scene } from './scene.js';

describe('the main path in a browser', () => {
  let browser: Browser;
  let scene: Scene;
  const directories: string[] = [];

  beforeAll(async () => {
    browser = await launch();
    scene = await Scene.set(inject('credentials'));
  });

  afterAll(async () => {
    await browser.close();
    await scene.clear();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  it('records a person who was asked by link, lets them record again, and delivers what they saw', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const requested: { url: string; referer: string | undefined }[] = [];
    page.on('request', (request) =>
      requested.push({ url: request.url(), referer: request.headers()['referer'] }),
    );
    await page.goto(scene.contact.link);
    await page.getByText(scene.request.prompt).waitFor();
    await page.getByText(RELEASE_TEXT).first().waitFor();
    const { key } = accessOf(scene.contact.link);
    expect(page.url()).not.toContain(key);

    await record(page);
    await page.getByRole('button', { name: 'Record again' }).click();
    const again = page.getByRole('button', { name: /^(Start recording|Turn on camera and microphone)$/ });
    await again.waitFor();
    if ((await again.textContent())?.includes('Turn on')) await again.click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    const stop = page.getByRole('button', { name: 'Stop recording' });
    await stop.waitFor({ timeout: 20_000 });
    await page
      .getByRole('timer')
      .filter({ hasText: /0:0[2-9]/ })
      .first()
      .waitFor({ timeout: 20_000 });
    await stop.click();

    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await page.getByRole('button', { name: 'Submit recording' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 });

    const delivery = await scene.receiver.event('capture_request.submission_received', {
      contactId: scene.contact.id,
    });
    verifySignature(delivery, scene.secret);
    const recording = await scene.recording(String(delivery.event.data['recordingId']));
    const [track] = recording.tracks;
    const file = await scene.download(recording.id, track?.id ?? '');
    expect(sha256(file.bytes)).toBe(track?.sha256);
    expect(track?.captureManifest['sdk']).toMatchObject({ name: '@capture/browser' });
    const directory = await mkdtemp(join(tmpdir(), 'capture-browser-'));
    directories.push(directory);
    await writeFile(join(directory, 'take.mp4'), file.bytes);
    const seen = await probe(join(directory, 'take.mp4'));
    expect(seen.codecs).toHaveLength(2);
    expect(seen.durationSec).toBeGreaterThan(1);

    const { origin } = new URL(scene.api.baseUrl);
    for (const { url, referer } of requested) {
      if (!url.startsWith('blob:') && !url.startsWith('data:')) expect(new URL(url).origin).toBe(origin);
      expect(referer ?? '').not.toContain(key);
    }
    await context.close();
  });

  it('records a visitor of the open link under the name they gave', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(scene.request.openLink?.url ?? '');
    await page.getByText(scene.request.prompt).waitFor();
    await record(page);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await page.getByRole('button', { name: 'Submit recording' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 });
    const { data } = await scene.submissions();
    expect(data.map(({ displayName }) => displayName)).toContain('Grace Hopper');
    await context.close();
  });

  it('says that the request is not accepting recordings once it is closed', async () => {
    await scene.api.expect(200, 'POST', `/v1/capture-requests/${scene.request.id}/close`);
    const page = await browser.newPage();
    await page.goto(scene.contact.link);
    await page.getByRole('heading', { name: 'This request is not accepting recordings' }).waitFor();
    await page.close();
  });
});
