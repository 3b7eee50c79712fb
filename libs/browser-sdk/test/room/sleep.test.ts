import { afterEach, expect, it } from 'vitest';
import { freeze } from '../fixtures/freeze.js';
import { RoomTestPage, useRooms } from '../fixtures/room-page.js';

const PATIENCE = { timeout: 60_000, interval: 50 };
const FROZEN_MS = 9_000;
/** Of the time that nothing arrived, up to this was recorded before; with as much again for the two starts. */
const UNCERTAIN_MS = 2_000;

let person: RoomTestPage;

useRooms();
afterEach(() => person.close());

const startedTracks = async () => (await person.started()).length;

/** The longest time by which a track began after the end of the one before, once all are sent. */
async function longestGapMs(): Promise<number> {
  await expect.poll(async () => person.sent.length - (await startedTracks()), PATIENCE).toBe(0);
  const uploads = await person.uploads();
  const spans = person.tracks.map(({ clientTrackId, startedAt }) => {
    const { durationSec = NaN } = uploads.find(({ id }) => id === clientTrackId) ?? {};
    return { startMs: Date.parse(startedAt), endMs: Date.parse(startedAt) + durationSec * 1000 };
  });
  return Math.max(...spans.slice(1).map(({ startMs }, index) => startMs - (spans[index]?.endMs ?? NaN)));
}

it('what a page records after it was frozen is a track of its own, which begins when it was recorded', async () => {
  person = await RoomTestPage.enter();
  await person.startsTake(1, 0);
  await expect.poll(startedTracks, PATIENCE).toBeGreaterThan(0);
  await expect.poll(() => person.writes(), PATIENCE).toBeGreaterThan(3);
  const before = await startedTracks();
  await freeze(FROZEN_MS);
  await expect.poll(startedTracks, PATIENCE).toBeGreaterThan(before);
  await person.stopsTake(1);
  expect(await longestGapMs()).toBeGreaterThan(FROZEN_MS - UNCERTAIN_MS);
});

it('so is what it records after a sleep in which its clock stood still, also while no network says so', async () => {
  const sleptMs = 600_000;
  person = await RoomTestPage.enter();
  await person.startsTake(1, 0);
  await expect.poll(startedTracks, PATIENCE).toBeGreaterThan(0);
  await person.sleeps(sleptMs);
  await expect.poll(async () => (await person.uploads()).length, PATIENCE).toBeGreaterThan(0);
  await expect.poll(() => person.page.evaluate(() => window.room.isRecording), PATIENCE).toBe(true);
  await person.wakes();
  await expect.poll(startedTracks, PATIENCE).toBe(2);
  await person.stopsTake(1);
  expect(await longestGapMs()).toBeGreaterThan(sleptMs - UNCERTAIN_MS);
});

it('so is what it records after a sleep in which its clock stood still, as soon as the room’s clock tells', async () => {
  const sleptMs = 600_000;
  person = await RoomTestPage.enter();
  await person.startsTake(1, 0);
  await expect.poll(startedTracks, PATIENCE).toBeGreaterThan(0);
  const before = await startedTracks();
  await person.page.evaluate((ms) => {
    window.aheadMs += ms;
    const t0 = performance.timeOrigin + performance.now();
    window.roomSays({ type: 'clock.pong', t0, t1: t0 + window.aheadMs, t2: t0 + window.aheadMs });
  }, sleptMs);
  await expect.poll(startedTracks, PATIENCE).toBeGreaterThan(before);
  await person.stopsTake(1);
  expect(await longestGapMs()).toBeGreaterThan(sleptMs - UNCERTAIN_MS);
});
