import { expect, it } from 'vitest';
import { newClient, previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { fake, interruptedTake, page, usePage } from '../fixtures/test-page.js';

usePage();

const MAX_BYTES = 300_000;

it('a take that reaches the size limit ends there by itself, plays, and is accepted', async () => {
  fake.request.limits = { maxSizeBytes: MAX_BYTES, partSizeBytes: fake.partSize };
  await page.evaluate(async () => {
    await window.client.preview();
    await window.client.start();
  });
  const take = await interruptedTake();
  expect(take).toMatchObject({ endReason: 'size_limit' });
  expect(take?.sizeBytes).toBeLessThanOrEqual(MAX_BYTES);
  expect(take?.sizeBytes).toBeGreaterThan(MAX_BYTES / 4);
  const { durationSec } = await inspect(await previewBytes(page));
  expect(durationSec).toBeGreaterThan((take?.durationSec ?? Infinity) - 3);
  expect(await page.evaluate(() => window.states.map(({ state }) => state))).not.toContain('interrupted');
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
});

it('a take says when it began by the device’s clock, though the machine slept before with the page open', async () => {
  await page.evaluate(() => {
    // In some browsers this clock stands still while the machine sleeps.
    const now = performance.now.bind(performance);
    performance.now = () => now() - 3_600_000;
  });
  const before = await page.evaluate(() => Date.now());
  await record(page);
  const { startedAt, durationSec } = await page.evaluate(() => window.client.stop());
  const after = await page.evaluate(() => Date.now());
  expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(startedAt) + durationSec * 1000).toBeLessThanOrEqual(after);
});

it('a take that is longer than allowed by now is sent up to the limit, and kept whole until that is accepted', async () => {
  await record(page);
  // At least one fragment is within the limit, and the take lasts longer than the service tolerates.
  const limitSec = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let limit = 0;
        window.client.on('health', ({ type, atMs }) => {
          if (type !== 'durable') return;
          limit ||= Math.ceil(atMs / 1000);
          if (atMs > limit * 1000 + 4000) resolve(limit);
        });
      }),
  );
  const whole = await page.evaluate(() => window.client.stop());
  await page.evaluate(() => window.client.destroy());
  fake.request.maxDurationSec = limitSec;
  await newClient(page, fake);
  await expect.poll(() => page.evaluate(() => window.Capture.CaptureClient.listStranded())).toHaveLength(1);
  await page.evaluate(() => window.client.recover());
  fake.fail(/complete/, { status: 400, code: 'invalid_input' });
  expect(await submit(page, { trim: true })).toMatchObject({ code: 'invalid_request' });
  expect(await page.evaluate(() => window.client.take)).toMatchObject({ sizeBytes: whole.sizeBytes });

  expect(await submit(page, { trim: true })).toEqual({ submissionId: 'sub_tke_1' });
  const opened = [...fake.takes.values()][0]?.opened;
  expect(opened?.durationSec).toBeLessThanOrEqual(limitSec);
  expect(opened?.sizeBytes).toBe(fake.bytes.length);
  // The service takes one recording under an id, and may have been sent the whole one before.
  expect(opened?.clientTakeId).not.toBe(whole.id);
  const { durationSec } = await inspect(fake.bytes);
  expect(durationSec).toBeGreaterThan(0);
  expect(durationSec).toBeLessThanOrEqual(limitSec + 0.1);
  expect(await page.evaluate(() => window.Capture.CaptureClient.listStranded())).toEqual([]);
});
