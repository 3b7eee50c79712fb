import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, openPage, previewBytes, record, startFake } from './browser.js';
import { inspect } from './media-file.js';
import type { RespondFake } from './respond-fake.js';

/** The full count belongs to `npm run test:soak`: each takes seconds. */
const KILLS = process.env.SOAK_SCALE === '1' ? 300 : 3;
const SEED = Number(process.env.SOAK_SEED ?? 1);
const LONGEST_MS = 3000;
/** A fragment lasts a second and is written at its end; a busy machine takes its time over it. */
const LONGEST_TAIL_MS = 5000;

let fake: RespondFake;
let browser: TestBrowser;

beforeAll(async () => {
  [fake, browser] = await Promise.all([startFake(), TestBrowser.launch()]);
});
afterAll(async () => {
  await browser.close();
  await fake.stop();
});

/** Numbers from 0 to 1 that are the same for every run of a seed (mulberry32). */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
}

test(
  `of ${KILLS} browsers killed at random moments (seed ${SEED}), none loses a byte that was told to be durable`,
  { timeout: 30_000 * (KILLS + 1) },
  async ({ annotate }) => {
    const moments = random(SEED);
    const tailsMs: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const page = await openPage(browser, fake);
      let durableBytes = 0;
      await page.exposeFunction('tell', (bytes: number) => (durableBytes = bytes));
      await page.evaluate(() => {
        const { tell } = window as unknown as { tell: (bytes: number) => void };
        window.client.on('health', (event) => event.type === 'durable' && tell(event.sizeBytes));
      });
      await record(page);
      const waitMs = moments.next().value * LONGEST_MS;
      await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), waitMs);
      const killedAt = Date.now();
      await browser.kill();
      browser = await TestBrowser.launch(browser.profile);

      const later = await openPage(browser, fake);
      const take = await later.evaluate(() => window.client.recover());
      expect(durableBytes).toBeGreaterThan(0);
      expect(take.sizeBytes).toBeGreaterThanOrEqual(durableBytes);
      const { durationSec } = await inspect(await previewBytes(later));
      tailsMs.push(Math.round(killedAt - Date.parse(take.startedAt) - durationSec * 1000));
      await later.evaluate(() => window.client.discard());
      await later.close();
    }
    const sorted = tailsMs.toSorted((a, b) => a - b);
    await annotate(`lost tail: median ${sorted[KILLS >> 1]} ms, at most ${sorted.at(-1)} ms`);
    expect(sorted.at(-1)).toBeLessThan(LONGEST_TAIL_MS);
  },
);
