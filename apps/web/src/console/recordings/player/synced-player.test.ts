import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SyncedPlayer } from './synced-player.js';
import { lanesOf } from './timeline.model.js';

const SECONDS = 10;

/** A file in a browser: plays by the clock at its rate, when it has been told to. */
class PlayedFile {
  currentTime = 0;
  readonly duration = SECONDS;
  paused = true;
  ended = false;
  seeking = false;
  error = null;
  readyState = 4;
  playbackRate = 1;

  play = (): Promise<void> => {
    this.paused = false;
    return Promise.resolve();
  };

  pause = (): void => {
    this.paused = true;
  };

  pass(ms: number): void {
    if (!this.paused) this.currentTime += (ms / 1000) * this.playbackRate;
  }
}

const timing = { takeNumber: 1, durationSec: SECONDS, driftPpm: null, gaps: [] };

describe('files that play together', () => {
  let early: PlayedFile;
  let late: PlayedFile;
  let player: SyncedPlayer;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
    [early, late] = [new PlayedFile(), new PlayedFile()];
    player = new SyncedPlayer(
      lanesOf([
        { ...timing, id: 'early', startOffsetMs: 0 },
        { ...timing, id: 'late', startOffsetMs: 2000 },
      ]),
    );
    player.attach('early', early as unknown as HTMLMediaElement);
    player.attach('late', late as unknown as HTMLMediaElement);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 10) {
      vi.advanceTimersByTime(10);
      for (const file of [early, late]) file.pass(10);
    }
  }

  it('begin each at its own time', () => {
    player.play();
    pass(1500);
    expect([early.paused, late.paused, late.currentTime]).toEqual([false, true, 0]);
    pass(1500);
    expect(late.paused).toBe(false);
    expect(early.currentTime - late.currentTime).toBeCloseTo(2, 1);
  });

  it('catch up while they play: one that fell behind, and one that ran ahead', () => {
    player.play();
    pass(3000);
    early.currentTime -= 0.2;
    late.currentTime += 0.2;
    pass(100);
    expect(early.playbackRate).toBeGreaterThan(1);
    expect(late.playbackRate).toBeLessThan(1);
    pass(6000);
    expect(Math.abs(early.currentTime - late.currentTime - 2)).toBeLessThan(0.05);
    early.currentTime = 1;
    pass(100);
    expect(early.currentTime).toBeCloseTo(player.read().positionMs / 1000, 1);
  });

  it('wait all for one whose bytes have not arrived, and go on together', () => {
    player.play();
    pass(3000);
    late.readyState = 2;
    pass(200);
    const { positionMs, isWaiting } = player.read();
    expect([isWaiting, early.paused]).toEqual([true, true]);
    pass(5000);
    expect(player.read().positionMs).toBe(positionMs);
    late.readyState = 4;
    pass(500);
    expect([player.read().isWaiting, early.paused, late.paused]).toEqual([false, false, false]);
  });

  it('stand after the last one has ended, and begin again', () => {
    player.play();
    pass(13_000);
    expect(player.read()).toMatchObject({ isPlaying: false, positionMs: 12_000 });
    expect([early.paused, late.paused]).toEqual([true, true]);
    player.play();
    expect([early.currentTime, late.currentTime, player.read().positionMs]).toEqual([0, 0, 0]);
    player.pause();
  });

  it('stand exactly where they should when they are paused, and wherever the position is moved', () => {
    player.seek(4000);
    expect([early.currentTime, late.currentTime]).toEqual([4, 2]);
    player.seek(-5);
    expect([early.currentTime, late.currentTime]).toEqual([0, 0]);
    player.seek(99_000);
    expect([early.currentTime, late.currentTime]).toEqual([10, 10]);
  });
});
