import { expect, it } from 'vitest';
import { closePage, previewBytes, record, submit } from '../fixtures/browser.js';
import { freeze } from '../fixtures/freeze.js';
import { inspect } from '../fixtures/media-file.js';
import { SEED, seeded, soak, tell } from '../fixtures/soak.js';
import {
  fake,
  health,
  nextPage,
  page,
  restartBrowser,
  sentManifest,
  useBrowser,
} from '../fixtures/test-page.js';

useBrowser();

const FREEZES_PER_TAKE = 5;
const TAKES = soak(100 / FREEZES_PER_TAKE, 1);
const SHORTEST_MS = 200;
const LONGEST_MS = 8_000;
/** Of the time that nothing arrived, up to this was recorded before. */
const TIMESLICE_MS = 1000;
/** By which the clocks of the page and of the test may differ. */
const CLOCKS_MS = 100;

it(
  `of ${TAKES} takes whose pages were frozen ${TAKES * FREEZES_PER_TAKE} times at random (seed ${SEED}), every other one killed in the end, none is lost, and none counts more than the time that passed (scenario 61)`,
  { timeout: TAKES * FREEZES_PER_TAKE * 60_000 },
  async () => {
    const random = seeded(SEED);
    for (let take = 0; take < TAKES; take += 1) {
      fake.reset();
      await nextPage();
      const beganMs = Date.now();
      await record(page);
      let frozenMs = 0;
      for (let count = 0; count < FREEZES_PER_TAKE; count += 1) {
        const lengthMs = SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS);
        await page.waitForTimeout(random() * 1000);
        await freeze(lengthMs);
        frozenMs += lengthMs;
        await health('durable');
        tell('freezes', take * FREEZES_PER_TAKE + count + 1, TAKES * FREEZES_PER_TAKE);
      }
      const isKilled = take % 2 === 1;
      if (isKilled) await restartBrowser();
      const kept = await page.evaluate(
        (recover) => (recover ? window.client.recover() : window.client.stop()),
        isKilled,
      );
      const lastedMs = Date.now() - beganMs;
      const played = await inspect(await previewBytes(page));
      expect(played.durationSec).toBeGreaterThan(0);
      expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
      // Nothing vanishes unnoticed and nothing is counted twice: the take and what its manifest says is missing are the time
      // that passed.
      const stalls = sentManifest().interruptions.filter(({ type }) => type === 'stalled');
      const missingMs = stalls.reduce((sum, { durationMs }) => sum + durationMs - TIMESLICE_MS, 0);
      expect(kept.durationSec * 1000 + missingMs).toBeLessThan(lastedMs + CLOCKS_MS);
      expect(kept.durationSec * 1000 + missingMs + stalls.length * TIMESLICE_MS).toBeGreaterThan(frozenMs);
      await closePage(page);
    }
  },
);
