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
  await expect.poll(() => person.tracks.map(({ isComplete }) => isComplete), PATIENCE).toEqual([true]);
});
