import { expect, it } from 'vitest';
import { closePage, record, submit } from '../fixtures/browser.js';
import { expectToPlay, freeze } from '../fixtures/freeze.js';
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

it(
  `of ${TAKES} takes whose pages were frozen ${TAKES * FREEZES_PER_TAKE} times at random (seed ${SEED}), every other one killed in the end, none is lost and each is as long as it plays (scenario 61)`,
  { timeout: TAKES * FREEZES_PER_TAKE * 60_000 },
  async () => {
    const random = seeded(SEED);
    for (let take = 0; take < TAKES; take += 1) {
      fake.reset();
      await nextPage();
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
      await expectToPlay(kept);
      expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
      // Nothing vanishes unnoticed: what is not in the take is in its manifest.
      const missingMs = sentManifest().interruptions.reduce((sum, { durationMs }) => sum + durationMs, 0);
      expect(kept.durationSec * 1000 + missingMs).toBeGreaterThan(frozenMs);
      await closePage(page);
    }
  },
);
