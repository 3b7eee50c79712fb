import { expect, it } from 'vitest';
import { previewBytes, record, submit } from '../fixtures/browser.js';
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
