import { afterEach, expect, it } from 'vitest';
import { GONE, RoomTestPage, useRooms } from '../fixtures/room-page.js';
import { browser, fake } from '../fixtures/test-page.js';

const PATIENCE = { timeout: 60_000, interval: 50 };

let person: RoomTestPage;

useRooms();
afterEach(() => person.close());

/** Runs in a page: the file that was written last of those that say where the only track belongs; `isTorn` tears it. */
async function latestPlace(isTorn: boolean): Promise<string> {
  const root = await navigator.storage.getDirectory();
  const takes = await root.getDirectoryHandle('capture-v1');
  let latest: File | undefined;
  let tear = (): Promise<void> => Promise.resolve();
  for await (const take of takes.values())
    for await (const entry of (take as FileSystemDirectoryHandle).values()) {
      const handle = entry as FileSystemFileHandle;
      const file = handle.name.startsWith('room') && (await handle.getFile());
      if (!file || file.lastModified < (latest?.lastModified ?? 0)) continue;
      latest = file;
      tear = async () => {
        const torn = await handle.createWritable();
        await torn.write('{"baseUrl":');
        await torn.close();
      };
    }
  const text = (await latest?.text()) ?? '';
  if (isTorn) await tear();
  return text;
}

it('a take that is announced after the machine slept begins by the room’s clock, not later by the sleep', async () => {
  person = await RoomTestPage.enter();
  // The page's clock stood still for ten minutes, and no ping has told yet.
  await person.page.evaluate(() => (window.aheadMs += 600_000));
  await person.startsTake(1, 1_500);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1]);
  await person.stopsTake(1);
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 1']);
});

it('a take that grows beyond what the service accepts is several tracks, each within the limit, and all are sent', async () => {
  const maxTrackBytes = 400_000;
  person = await RoomTestPage.enter({ maxTrackBytes });
  await person.startsTake(1, 0);
  await expect.poll(async () => (await person.started()).length, PATIENCE).toBeGreaterThan(1);
  await person.stopsTake(1);
  await expect.poll(async () => person.sent.length - (await person.started()).length, PATIENCE).toBe(0);
  for (const { takeNumber, kind, sizeBytes } of await person.uploads()) {
    expect([takeNumber, kind]).toEqual([1, 'camera']);
    expect(sizeBytes).toBeLessThanOrEqual(maxTrackBytes);
  }
});

it('a take that is stopped during its countdown is not recorded, and leaves nothing on the device', async () => {
  person = await RoomTestPage.enter();
  await person.startsTake(1, 600_000);
  await expect.poll(() => person.stored(), PATIENCE).toBe(1);
  await person.stopsTake(1);
  await expect.poll(() => person.stored(), PATIENCE).toBe(0);
  await person.startsTake(2, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([2]);
  await person.stopsTake(2);
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 2']);
});

it('a take that is announced during the countdown of another one is recorded in its place', async () => {
  person = await RoomTestPage.enter();
  await person.startsTake(1, 600_000);
  await expect.poll(() => person.stored(), PATIENCE).toBe(1);
  await person.startsTake(2, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([2]);
  await person.stopsTake(2);
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 2']);
});

it('that a take is recorded is told again after the socket broke, which may have lost it', async () => {
  person = await RoomTestPage.enter();
  await person.startsTake(1, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1]);
  await person.page.evaluate(() => window.breakSocket());
  await expect.poll(() => person.started(), PATIENCE).toEqual([1, 1]);
  await person.stopsTake(1);
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 1']);
});

it('a shared screen begins with its take, whenever the camera delivers', async () => {
  person = await RoomTestPage.enter();
  await person.page.evaluate(() => window.room.shareScreen());
  const recorders = await person.page.evaluateHandle(() => {
    const all: MediaRecorder[] = [];
    window.MediaRecorder = class extends MediaRecorder {
      // The first one delivers nothing until there is a second one.
      override start(timesliceMs: number): void {
        super.start(timesliceMs);
        all.push(this);
        if (all.length === 1) this.pause();
        else all[0]?.resume();
      }
    };
    return all;
  });
  await person.startsTake(1, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1, 1]);
  expect(await recorders.evaluate((all) => all.length)).toBe(2);
  await person.stopsTake(1);
  await expect
    .poll(() => [...person.sent].sort(), PATIENCE)
    .toEqual(['camera of take 1', 'screen of take 1']);
});

it('a take begins on time, however long the end of the one before takes', async () => {
  person = await RoomTestPage.enter();
  await person.page.evaluate(() => {
    // Nor does anybody stop waiting for it.
    const { setTimeout: wait } = window;
    window.setTimeout = ((run: () => void, ms: number) => (ms === 8_000 ? 0 : wait(run, ms))) as typeof wait;
    const { stop } = MediaRecorder.prototype;
    const all: MediaRecorder[] = [];
    // The first one ends with the second one.
    MediaRecorder.prototype.stop = function (this: MediaRecorder) {
      if (!all.includes(this)) all.push(this);
      if (all.length > 1) for (const recorder of all.splice(0)) stop.call(recorder);
    };
  });
  await person.startsTake(1, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1]);
  await person.stopsTake(1);
  await person.startsTake(2, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1, 2]);
  expect(await person.uploads()).toEqual([]);
  await person.stopsTake(2);
  await expect
    .poll(() => [...person.sent].sort(), PATIENCE)
    .toEqual(['camera of take 1', 'camera of take 2']);
});

it('a track whose place in the room was being written when the machine failed is sent by a later page', async () => {
  person = await RoomTestPage.enter();
  await person.startsTake(1, 0);
  await expect.poll(() => person.writes(), PATIENCE).toBeGreaterThan(2);
  await expect
    .poll(() => person.page.evaluate(latestPlace, false), PATIENCE)
    .toContain('"recorderStartedAtMs":1');
  await person.leave();
  const visitor = await browser.context.newPage();
  await visitor.goto(fake.url);
  // The worker of a page that is gone closes its files a little later.
  await expect.poll(() => visitor.evaluate(latestPlace, true).catch(() => ''), PATIENCE).toContain(':1');
  await visitor.close();

  person = await RoomTestPage.enter();
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 1']);
});

it('who leaves while a take is recorded is told at every moment that it is not sent yet', async () => {
  person = await RoomTestPage.enter();
  await person.startsTake(1, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1]);
  const untold = await person.page.evaluate(async () => {
    const { room } = window;
    room.leave();
    let missed = 0;
    while (room.uploads.items.length === 0) {
      if (!room.isRecording && !room.isFinishing) missed += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return missed;
  });
  expect(untold).toBe(0);
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 1']);
  expect(await person.page.evaluate(() => window.room.isFinishing)).toBe(false);
});

it('what another room left, and its service refuses for good, keeps no page open and counts for no other room', async () => {
  const session = { id: GONE, roomCode: 'gone', status: 'open', maxGuests: 8 };
  person = await RoomTestPage.enter({ session });
  await person.startsTake(1, 0);
  await expect.poll(() => person.started(), PATIENCE).toEqual([1]);
  await person.stopsTake(1);
  const failed = { phase: 'failed', sessionId: GONE };
  await expect.poll(() => person.uploads(), PATIENCE).toMatchObject([{ ...failed, isGivenUp: false }]);
  expect(await person.page.evaluate(() => window.room.uploads.isSafe)).toBe(false);
  await person.leave();

  person = await RoomTestPage.enter();
  await expect.poll(() => person.uploads(), PATIENCE).toMatchObject([{ ...failed, isGivenUp: true }]);
  expect(await person.page.evaluate(() => window.room.uploads.isSafe)).toBe(true);
  expect(await person.page.evaluate(() => window.room.ownState)).toMatchObject({
    recordedSec: 0,
    safeSec: 0,
  });
});
