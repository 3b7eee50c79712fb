import { expect, it } from 'vitest';
import { openPage, previewBytes, record } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { SEED, seeded, soak, tell } from '../fixtures/soak.js';
import { browser, fake, page, restartBrowser, useBrowser } from '../fixtures/test-page.js';

const KILLS = soak(300, 3);
const LONGEST_MS = 3000;
/** A fragment lasts a second and is written at its end; a busy machine adds delay. */
const LONGEST_TAIL_MS = 5000;

useBrowser();

it(
  `of ${KILLS} browsers killed at random moments (seed ${SEED}), none loses a byte that was reported durable`,
  { timeout: 30_000 * (KILLS + 1) },
  async ({ annotate }) => {
    const moments = seeded(SEED);
    const tailsMs: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const recorder = await openPage(browser, fake);
      let durableBytes = 0;
      await recorder.exposeFunction('report', (bytes: number) => (durableBytes = bytes));
      await recorder.evaluate(() => {
        const { report } = window as unknown as { report: (bytes: number) => void };
        window.client.on('health', (event) => event.type === 'durable' && report(event.sizeBytes));
      });
      await record(recorder);
      const waitMs = moments() * LONGEST_MS;
      await recorder.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), waitMs);
      const killedAt = Date.now();
      await restartBrowser();

      const take = await page.evaluate(() => window.client.recover());
      expect(durableBytes).toBeGreaterThan(0);
      expect(take.sizeBytes).toBeGreaterThanOrEqual(durableBytes);
      const { durationSec } = await inspect(await previewBytes(page));
      tailsMs.push(Math.round(killedAt - Date.parse(take.startedAt) - durationSec * 1000));
      await page.evaluate(() => window.client.discard());
      await page.close();
      tell('kills', kill + 1, KILLS);
    }
    const sorted = tailsMs.toSorted((a, b) => a - b);
    await annotate(`lost tail: median ${sorted[KILLS >> 1]} ms, at most ${sorted.at(-1)} ms`);
    expect(sorted.at(-1)).toBeLessThan(LONGEST_TAIL_MS);
  },
);

it('what was reported durable is recovered, wherever the recorder cuts its chunks', async () => {
  const recorder = await openPage(browser, fake);
  const durable: number[] = [];
  await recorder.exposeFunction('report', (bytes: number) => durable.push(bytes));
  await recorder.evaluate(async () => {
    // On a busy machine a chunk may end within the header or within a fragment.
    const Original = MediaRecorder;
    window.MediaRecorder = class extends Original {
      override set ondataavailable(listener: (event: BlobEvent) => void) {
        let rest = new Blob();
        super.ondataavailable = ({ data }) => {
          const bytes = new Blob([rest, data]);
          rest = bytes.slice(bytes.size / 2);
          listener({ data: bytes.slice(0, bytes.size / 2) } as BlobEvent);
        };
      }
    };
    const { report } = window as unknown as { report: (bytes: number) => Promise<void> };
    await window.client.preview();
    await new Promise<void>((resolve, reject) => {
      window.client.on('health', (event) => {
        if (event.type === 'durable') void report(event.sizeBytes).then(resolve);
      });
      window.client.start().catch(reject);
    });
  });
  await restartBrowser();
  const take = await page.evaluate(() => window.client.recover());
  expect(take.sizeBytes).toBeGreaterThanOrEqual(durable.at(-1) ?? Infinity);
  const { durationSec } = await inspect(await previewBytes(page));
  expect(durationSec).toBeGreaterThan(0);
  await page.evaluate(() => window.client.discard());
  await page.close();
});
