import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { accessOf } from '../../harness/clients/respondent.js';
import { makeClip, pictureSizes } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { openSdkPage, plantTake, submitPlanted } from '../../harness/planted-take.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const SIZES = ['240x320', '320x240', '240x320'];
const SEGMENT_SEC = 3;

describe(`a take whose picture changed its size under avc1 (${MODE})`, () => {
  let directory: string;
  let fixture: CaptureFixture;
  let browser: Browser;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-turned-'));
    fixture = await CaptureFixture.create(sharedProduct().credentials);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await fixture?.clear();
    await rm(directory, { recursive: true, force: true });
  });

  it('lands as one file that can be decoded in every size, and so can its seekable copy', async () => {
    const page = await openSdkPage(browser, new URL(fixture.api.baseUrl).origin);
    const clips = await Promise.all(SIZES.map((size) => makeClip(SEGMENT_SEC, '300k', size)));
    const [takeId, durationMs] = [randomUUID(), SEGMENT_SEC * 1000];
    const { id: contactId, key } = accessOf(fixture.contact.link);
    const segments = clips.map((bytes, index) => ({ bytes, startMs: index * durationMs, durationMs }));
    await plantTake(page, { takeId, contactId, segments });
    const access = { mode: 'contact', contactId, key };
    const { submissionId } = await submitPlanted(page, takeId, { baseUrl: fixture.api.baseUrl, access });

    const { data } = await fixture.submissions();
    const recordingId = data.find(({ id }) => id === submissionId)?.recordingId ?? '';
    const [track] = (await fixture.recording(recordingId)).tracks;
    for (const rendition of ['original', 'seekable']) {
      const { url } = await fixture.api.post<{ url: string }>(
        `/v1/recordings/${recordingId}/tracks/${track?.id}/download-url`,
        { rendition },
      );
      const file = join(directory, `${rendition}.mp4`);
      await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
      expect(await pictureSizes(file)).toEqual(SIZES);
    }
  });
});
