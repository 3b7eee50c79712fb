import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, patientPage, record, recordTwoSeconds } from '../../harness/browser.js';
import { verifySignature } from '../../harness/clients/receiver.js';
import { accessOf, sha256 } from '../../harness/clients/respondent.js';
import { probe } from '../../harness/clip.js';
import { RELEASE_TEXT, CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

describe('the main path in a browser', () => {
  let browser: Browser;
  let fixture: CaptureFixture;
  const directories: string[] = [];

  beforeAll(async () => {
    browser = await launch();
    fixture = await CaptureFixture.create(sharedProduct().credentials);
  });

  afterAll(async () => {
    await browser.close();
    await fixture.clear();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  it('records a person who was asked by link, lets them record again, and delivers what they saw', async () => {
    const page = await patientPage(browser);
    const requested: { url: string; referer: string | undefined }[] = [];
    page.on('request', (request) =>
      requested.push({ url: request.url(), referer: request.headers()['referer'] }),
    );
    await page.goto(fixture.contact.link);
    await page.getByText(fixture.request.prompt).waitFor();
    await page.getByText(RELEASE_TEXT).first().waitFor();
    const { key } = accessOf(fixture.contact.link);
    expect(page.url()).not.toContain(key);

    await record(page);
    await page.getByRole('button', { name: 'Record again' }).click();
    await page.getByRole('button', { name: 'Replace it' }).click();
    const again = page.getByRole('button', { name: /^(Start recording|Turn on camera and microphone)$/ });
    await again.waitFor();
    if ((await again.textContent())?.includes('Turn on')) await again.click();
    await recordTwoSeconds(page);

    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await page.getByRole('button', { name: 'Submit recording' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 });

    const delivery = await fixture.receiver.event('capture_request.submission_received', {
      contactId: fixture.contact.id,
    });
    verifySignature(delivery, fixture.secret);
    const recording = await fixture.recording(String(delivery.event.data['recordingId']));
    const [track] = recording.tracks;
    const file = await fixture.download(recording.id, track?.id ?? '');
    expect(sha256(file.bytes)).toBe(track?.sha256);
    expect(track?.captureManifest['sdk']).toMatchObject({ name: '@capture/browser' });
    const directory = await mkdtemp(join(tmpdir(), 'capture-browser-'));
    directories.push(directory);
    await writeFile(join(directory, 'take.mp4'), file.bytes);
    const seen = await probe(join(directory, 'take.mp4'));
    expect(seen.codecs).toHaveLength(2);
    expect(seen.durationSec).toBeGreaterThan(1);

    const { origin } = new URL(fixture.api.baseUrl);
    const { storeOrigin = origin } = sharedProduct().credentials;
    for (const { url, referer } of requested) {
      if (!url.startsWith('blob:') && !url.startsWith('data:'))
        expect([origin, storeOrigin]).toContain(new URL(url).origin);
      expect(referer ?? '').not.toContain(key);
    }
    await page.close();
  });

  it('records a visitor of the open link under the name they gave', async () => {
    const page = await patientPage(browser);
    await page.goto(fixture.request.openLink?.url ?? '');
    await page.getByText(fixture.request.prompt).waitFor();
    await record(page);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await page.getByRole('button', { name: 'Submit recording' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 });
    const { data } = await fixture.submissions();
    expect(data.map(({ displayName }) => displayName)).toContain('Grace Hopper');
    await page.close();
  });

  it('says that the request is not accepting recordings once it is closed', async () => {
    await fixture.api.expect(200, 'POST', `/v1/capture-requests/${fixture.request.id}/close`);
    const page = await patientPage(browser);
    await page.goto(fixture.contact.link);
    await page.getByRole('heading', { name: 'This request is not accepting recordings' }).waitFor();
    await page.close();
  });
});
