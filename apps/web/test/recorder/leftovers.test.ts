import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { KEY } from '../fixtures/fake-service.js';
import {
  base,
  button,
  heading,
  page,
  person,
  playable,
  record,
  service,
  useRecorder,
} from '../fixtures/recorder-page.js';
import { expectAccessible } from '../fixtures/visit.js';

useRecorder();

const DAY_MS = 24 * 3_600_000;

async function recordUnder(path: string, forMs: number): Promise<void> {
  await page.goto(`${base}${path}?k=${KEY}`);
  await button(page, 'Turn on camera and microphone').click();
  await record(forMs);
}

async function savedBytes(): Promise<number> {
  const saving = page.waitForEvent('download');
  await page.getByText('Save as a file', { exact: true }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('my-recording.mp4');
  return (await readFile(await saved.path())).length;
}

it('a recording of another link is offered after 14 days to be saved or deleted, and never deleted by itself', async () => {
  const madeAt = Date.now();
  await recordUnder('/r/cnt_1', 1000);
  const panel = heading(page, 'Older recordings on this device that were not sent');
  const visitOther = async (days: number) => {
    await page.clock.setFixedTime(madeAt + days * DAY_MS);
    await page.goto(`${base}/r/cnt_2?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
  };
  await visitOther(13);
  expect(await panel.count()).toBe(0);
  await visitOther(15);
  await panel.waitFor();
  await expectAccessible(page);
  expect(await savedBytes()).toBeGreaterThan(10_000);
  await visitOther(400);
  await button(page, 'Delete it').click();
  await button(page, 'Keep it').click();
  await button(page, 'Delete it').click();
  await button(page, 'Delete for good').click();
  await panel.waitFor({ state: 'detached' });
  await page.goto(`${base}/r/cnt_1?k=${KEY}`);
  await button(page, 'Turn on camera and microphone').waitFor();
  expect(await heading(page, 'You have a recording that was not sent').count()).toBe(0);
});

it('of a recording that is longer than allowed by now the beginning can be sent, and the whole be saved', async () => {
  await recordUnder('/r/cnt_1', 10_000);
  service.request.maxDurationSec = 6;
  await page.reload();
  await button(page, 'Review it').click();
  await playable();
  const send = button(page, 'Send the first 6 seconds');
  await send.waitFor();
  await expectAccessible(page);
  const whole = await savedBytes();
  await page.getByRole('checkbox', { name: /^I accept/ }).check();
  await send.click();
  await heading(page, 'Thank you').waitFor();
  const [take] = service.takes;
  expect(take?.completed).toBe(true);
  expect(take?.opened['durationSec']).toBeLessThanOrEqual(6);
  expect(take?.opened['durationSec']).toBeGreaterThan(0);
  expect(take?.opened['sizeBytes']).toBeLessThan(whole);
});

it('a recording that another page of the link had is offered once that page has gone, without a reload', async () => {
  await recordUnder('/r/cnt_1', 1000);
  const second = await person.context.newPage();
  await second.goto(`${base}/r/cnt_1?k=${KEY}`);
  await button(second, 'Turn on camera and microphone').waitFor();
  const offer = heading(second, 'You have a recording that was not sent');
  expect(await offer.count()).toBe(0);
  await page.close();
  await offer.waitFor();
  await button(second, 'Review it').click();
  await button(second, 'Submit recording').waitFor();
});
