import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import {
  browser,
  fake,
  health,
  interruptedTake,
  page,
  restartBrowser,
  usePage,
} from '../fixtures/test-page.js';

usePage();

const LIMIT_SEC = 15;
const FROZEN_MS = 20_000;

/** Stops the page's process as a sleeping machine does, for longer than the request's limit. */
async function freeze(): Promise<void> {
  const session = await browser.context.browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  const renderers = answer?.processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id) ?? [];
  expect(renderers.length).toBeGreaterThan(0);
  for (const pid of renderers) process.kill(pid, 'SIGSTOP');
  await sleep(FROZEN_MS);
  for (const pid of renderers) process.kill(pid, 'SIGCONT');
}

it('a page that was frozen for longer than the limit goes on recording, and its take is as long as it plays', async () => {
  fake.request.maxDurationSec = LIMIT_SEC;
  await record(page, 4);
  await freeze();
  await health('durable', 2);
  expect(await page.evaluate(() => window.client.state)).toBe('recording');
  const take = await page.evaluate(() => window.client.stop());
  const { durationSec } = await inspect(await previewBytes(page));
  expect(Math.abs(take.durationSec - durationSec)).toBeLessThan(0.5);
  expect(take.durationSec).toBeLessThan(LIMIT_SEC);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect([...fake.takes.values()][0]?.opened.manifest).toMatchObject({
    interruptions: [{ type: 'stalled' }],
  });
});

it('a frozen page’s take still ends at the limit of recorded time', async () => {
  fake.request.maxDurationSec = 8;
  await record(page, 3);
  await freeze();
  expect(await interruptedTake()).toMatchObject({ endReason: 'time_limit' });
  const { durationSec } = await inspect(await previewBytes(page));
  expect(durationSec).toBeGreaterThan(6);
  expect(durationSec).toBeLessThan(10.5);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
});

it('a take whose page was frozen and then killed is recovered as long as it plays, and submitted', async () => {
  fake.request.maxDurationSec = LIMIT_SEC;
  await record(page, 4);
  await freeze();
  await health('durable', 2);
  await restartBrowser();
  const take = await page.evaluate(() => window.client.recover());
  const { durationSec } = await inspect(await previewBytes(page));
  expect(Math.abs(take.durationSec - durationSec)).toBeLessThan(0.5);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
});
