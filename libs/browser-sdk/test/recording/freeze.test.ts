import { expect, it } from 'vitest';
import { record, submit } from '../fixtures/browser.js';
import { expectToPlay, freeze, LATE_SEC } from '../fixtures/freeze.js';
import {
  fake,
  health,
  interruptedTake,
  page,
  restartBrowser,
  sentManifest,
  usePage,
} from '../fixtures/test-page.js';

usePage();

const LIMIT_SEC = 15;
const FROZEN_MS = 20_000;
/** Of the time that nothing arrived, up to this was recorded before. */
const TIMESLICE_MS = 1000;
/** By which the page's two clocks, each read to the millisecond, may differ. */
const CLOCKS_MS = 50;

it('a page that was frozen for longer than the limit goes on recording, and its take is as long as it plays (scenario 61)', async () => {
  fake.request.maxDurationSec = LIMIT_SEC;
  await record(page, 2);
  await freeze(FROZEN_MS);
  await health('durable', 2);
  const { state, before, take, after } = await page.evaluate(async () => ({
    state: window.client.state,
    before: Date.now(),
    take: await window.client.stop(),
    after: Date.now(),
  }));
  expect(state).toBe('recording');
  await expectToPlay(take);
  expect(take.durationSec).toBeLessThan(LIMIT_SEC);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  const { interruptions } = sentManifest();
  expect(interruptions).toMatchObject([{ type: 'stalled' }]);
  // What is not in the take is in the manifest: together they are the time that passed.
  const frozenMs = (interruptions[0]?.durationMs ?? 0) - TIMESLICE_MS;
  expect(frozenMs).toBeGreaterThanOrEqual(FROZEN_MS - TIMESLICE_MS);
  const endedAt = Date.parse(take.startedAt) + take.durationSec * 1000 + frozenMs;
  expect(endedAt).toBeGreaterThanOrEqual(before - CLOCKS_MS);
  expect(endedAt).toBeLessThanOrEqual(after + CLOCKS_MS);
});

it('a frozen page’s take still ends at the limit of recorded time', async () => {
  fake.request.maxDurationSec = 8;
  await record(page, 3);
  await freeze(FROZEN_MS);
  const take = await interruptedTake();
  expect(take).toMatchObject({ endReason: 'time_limit' });
  expect(take?.durationSec).toBeGreaterThanOrEqual(8);
  expect(take?.durationSec).toBeLessThan(8 + LATE_SEC);
  await expectToPlay({ durationSec: take?.durationSec ?? 0 });
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
});

it('a take whose page was frozen and then killed is recovered as long as it plays, and submitted', async () => {
  fake.request.maxDurationSec = LIMIT_SEC;
  await record(page, 2);
  await freeze(FROZEN_MS);
  await health('durable', 2);
  await restartBrowser();
  await expectToPlay(await page.evaluate(() => window.client.recover()));
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
});
