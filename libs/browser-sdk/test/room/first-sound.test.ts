import { expect, it } from 'vitest';
import { RoomTestPage, useRooms } from '../fixtures/room-page.js';

const PATIENCE = { timeout: 60_000, interval: 50 };
/** So much later than it says, a recorder begins. */
const LATE_MS = 150;
/** Players skip the first 80 ms of a file's sound, by which its encoder is 6.5 ms ahead. */
const SKIPPED_MS = 73;
const TAKE_MS = 4_000;
/** At most; a machine that stands still during one loses sound itself. */
const TAKES = 5;

useRooms();

/**
 * Runs in a page: recorders take nothing for a moment after their start. Resolves with when they begin, by the page's
 * clock, after which the page is busy for two seconds.
 */
function beginLate(lateMs: number): Promise<number> {
  const now = (): number => performance.timeOrigin + performance.now();
  const keepBusy = (left: number): void => {
    const end = now() + 250;
    while (now() < end);
    if (left > 0) setTimeout(keepBusy, 0, left - 1);
  };
  const { start } = MediaRecorder.prototype;
  return new Promise((resolve) => {
    MediaRecorder.prototype.start = function (this: MediaRecorder, timesliceMs) {
      start.call(this, timesliceMs);
      this.pause();
      setTimeout(() => {
        this.resume();
        resolve(now());
        setTimeout(keepBusy, 0, 8);
      }, lateMs);
    };
  });
}

/** Records a take. Resolves with how long after its recorder began the track says that its first sound was captured. */
async function firstSoundMs(): Promise<number> {
  const person = await RoomTestPage.enter();
  await person.page.evaluate(`void (window.begun = (${String(beginLate)})(${LATE_MS}))`);
  await person.startsTake(1, 0);
  const begunAt = await person.page.evaluate<number>('window.begun');
  await person.page.waitForFunction(
    (end) => performance.timeOrigin + performance.now() > end,
    begunAt + TAKE_MS,
  );
  await person.stopsTake(1);
  await expect.poll(() => person.sent, PATIENCE).toEqual(['camera of take 1']);
  const audioAt = Number(person.tracks[0]?.starts?.audioAt);
  await person.close();
  return audioAt - begunAt;
}

it('a recorder that begins later than it says is found out by its sound, although the page was too busy to listen', async () => {
  const takes = [await firstSoundMs()];
  while (takes.length < TAKES && takes.every((ms) => ms < SKIPPED_MS)) takes.push(await firstSoundMs());
  expect(Math.max(...takes)).toBeGreaterThan(SKIPPED_MS);
});
