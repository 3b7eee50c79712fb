import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesWith, withCanary } from '../../harness/canary.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import type { Receipt } from '../../harness/organizations/deletion.js';
import { recovered } from '../../harness/processes/crashes.js';
import { DatabaseSession } from '../../harness/processes/database-session.js';
import { MODE, Product } from '../../harness/processes/product.js';

/** Longer than the sweep that removes what the answer left, on a machine under load. */
const GONE_MS = 120_000;

let product: Product;
let fixture: CaptureFixture;
beforeAll(async () => {
  product = await Product.start();
  fixture = await CaptureFixture.create(product.credentials);
});
afterAll(async () => {
  await fixture.receiver.stop();
  await product.remove();
});

it(`bytes that are left when kill -9 follows the answer go by themselves, and the receipt stays (${MODE})`, async () => {
  const { bytes, canary } = withCanary(await makeClip(1));
  const submissionId = await fixture.visitor.submit({
    bytes,
    durationSec: 1,
    releaseVersion: 'v1',
    displayName: 'Grace',
  });
  const path = `/v1/capture-requests/${fixture.request.id}/submissions/${submissionId}`;
  const stored = (): Promise<string[]> => filesWith(join(product.dataDir, 'store'), canary);

  // Whoever removes bytes forgets the copies of the file first, and waits here.
  const session = await DatabaseSession.hold(product.dataDir, 'recordings');
  await session.rows('LOCK TABLE rendition IN SHARE MODE');
  const receipt = await fixture.api.expect<Receipt>(202, 'DELETE', path);
  await product.kill(MODE === 'standalone' ? 'the process' : 'recordings');
  expect(await stored()).not.toEqual([]);
  await session.release();
  if (MODE === 'standalone') {
    await product.stop();
    await product.up();
  }
  await recovered(product);
  await until('the bytes to go', async () => (await stored()).length === 0, GONE_MS);
  expect(await fixture.api.expect(202, 'DELETE', path)).toEqual(receipt);
  const { recordingId } = receipt;
  await fixture.receiver.event('recording.deleted', { recordingId, reason: 'requested' });
  await fixture.receiver.event('submission.footage_expired', { submissionId, recordingId });
  expect(fixture.receiver.ids('recording.deleted', { recordingId }).size).toBe(1);
  expect(await fixture.api.get(path)).toMatchObject({
    recordingId: null,
    footageExpiredAt: receipt.deletedAt,
  });
});
