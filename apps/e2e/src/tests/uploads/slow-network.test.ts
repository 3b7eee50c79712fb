import { randomUUID } from 'node:crypto';
import { soak } from '@capture/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launch } from '../../harness/browser.js';
import { accessOf, sha256 } from '../../harness/clients/respondent.js';
import { noise } from '../../harness/clients/take-upload.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { openSdkPage, plantTake, submitPlanted } from '../../harness/planted-take.js';
import { SlowNetwork } from '../../harness/processes/slow-network.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const MIB = 1024 * 1024;
/** A single part of the usual size, and twice what the network carries between two cuts. */
const TAKE_BYTES = 5 * MIB + 1000;
/** 1 in a soak: 1 Mbit/s with a cut every 20 s. Otherwise all of it, the SDK's patience included, is so much faster. */
const FASTER = 4 / soak(4, 1);
const NETWORK = { bytesPerSec: 125_000 * FASTER, cutEveryMs: 20_000 / FASTER };
const UPLOAD = {
  partMs: 4_000 / FASTER,
  stallMs: 30_000 / FASTER,
  patienceMs: 60_000 / FASTER,
  backoffMs: 500 / FASTER,
};
vi.setConfig({ testTimeout: 600_000 / FASTER });

describe('a slow network that breaks off', () => {
  let fixture: CaptureFixture;
  let network: SlowNetwork;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    fixture = await CaptureFixture.create(sharedProduct().credentials);
    const { origin, host, port } = new URL(fixture.api.baseUrl);
    network = await SlowNetwork.start({ target: Number(port), ...NETWORK });
    // Every request of the browser takes the slow way, those of part URLs included.
    browser = await launch([`--host-resolver-rules=MAP ${host} 127.0.0.1:${network.port}`]);
    page = await openSdkPage(browser, origin);
  });

  afterAll(async () => {
    await browser?.close();
    await network?.stop();
    await fixture?.clear();
  });

  it('at 1 Mbit/s with a cut every 20 s an upload still finishes, whole (scenario 66)', async () => {
    const opened: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/takes')) opened.push(request.postDataJSON());
    });
    const { id: contactId, key } = accessOf(fixture.contact.link);
    const takeId = randomUUID();
    const bytes = noise(TAKE_BYTES);
    await plantTake(page, { takeId, contactId, segments: [{ bytes, startMs: 0, durationMs: 3000 }] });
    const access = { mode: 'contact', contactId, key };
    const { submissionId } = await submitPlanted(page, takeId, {
      baseUrl: fixture.api.baseUrl,
      access,
      upload: UPLOAD,
    });

    expect(network.cuts).toBeGreaterThan(1);
    expect(opened[0]).not.toHaveProperty('partSizeHint');
    const { data } = await fixture.submissions();
    const recordingId = data.find(({ id }) => id === submissionId)?.recordingId ?? '';
    const [track] = (await fixture.recording(recordingId)).tracks;
    expect(track).toMatchObject({ sizeBytes: TAKE_BYTES, sha256: sha256(bytes) });
    const parts = track?.captureManifest['fragments'] as { size: number }[];
    expect(parts.map(({ size }) => size)).toEqual([...Array<number>(5).fill(MIB), 1000]);
  });
});
