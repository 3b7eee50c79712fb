import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { TestBrowser } from '../fixtures/browser.js';
import type { RespondFake } from '../fixtures/respond-fake.js';
import { RoomTestPage, serveRooms } from '../fixtures/room-page.js';

const PATIENCE = { timeout: 60_000, interval: 50 };

let fake: RespondFake;
let browser: TestBrowser;
let person: RoomTestPage;

beforeAll(async () => {
  [fake, browser] = await Promise.all([serveRooms(), TestBrowser.launch()]);
});
afterAll(async () => {
  await browser.close();
  await fake.stop();
});
afterEach(() => person.close());

it('a take that is announced after the machine slept begins by the room’s clock, not later by the sleep', async () => {
  person = await RoomTestPage.enter(browser, fake.url);
  // The page's clock stood still for ten minutes, and no ping has told yet.
  await person.page.evaluate(() => (window.aheadMs += 600_000));
  await person.startsTake(1, 1_500);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1]);
  await person.stopsTake(1);
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 1']);
});

it('a take that grows beyond what the service accepts is several tracks, each within the limit, and all are sent', async () => {
  const maxTrackBytes = 400_000;
  person = await RoomTestPage.enter(browser, fake.url, { maxTrackBytes });
  await person.startsTake(1, 0);
  await expect.poll(async () => (await person.started()).length, PATIENCE).toBeGreaterThan(1);
  await person.stopsTake(1);
  await expect.poll(async () => person.sent.length - (await person.started()).length, PATIENCE).toBe(0);
  for (const { takeNumber, kind, sizeBytes } of await person.uploads()) {
    expect([takeNumber, kind]).toEqual([1, 'camera']);
    expect(sizeBytes).toBeLessThanOrEqual(maxTrackBytes);
  }
});
