import { describe, expect, it } from 'vitest';
import { AttemptWindow } from './attempt-window.js';

type Leave = ReturnType<AttemptWindow['enter']>;

/** Begins as many attempts as may begin, of so many that are due, as a claim does. */
function claim(window: AttemptWindow, due: number): Leave[] {
  const begun = Array.from({ length: Math.min(due, window.free) }, () => window.enter());
  window.claimed();
  return begun;
}

/** Rounds of a backlog: all that has begun is put on record, and a claim takes what may begin. Returns the last one. */
function rounds(window: AttemptWindow, count: number): Leave[] {
  let begun = claim(window, Infinity);
  for (let round = 1; round < count; round += 1) {
    for (const leave of begun) leave('ended');
    begun = claim(window, Infinity);
  }
  return begun;
}

describe('attempts that are sent and not on record', () => {
  it('are no more than the window, however many come at once after a stand-still', () => {
    const window = new AttemptWindow(128);
    expect(claim(window, 1000)).toHaveLength(128);
    expect(claim(window, 1000)).toHaveLength(0);
  });

  it('become more by a quarter a round while a backlog waits', () => {
    expect(rounds(new AttemptWindow(128), 2)).toHaveLength(160);
    expect(rounds(new AttemptWindow(128), 8).length).toBeGreaterThan(512);
  });

  it('become fewer by one for each claim that leaves room, down to the window', () => {
    const window = new AttemptWindow(128);
    for (const leave of rounds(window, 2)) leave('ended');
    const widest = window.free;
    expect(widest).toBe(200);
    for (let turn = 1; turn <= 100; turn += 1) {
      for (const leave of claim(window, 5)) leave('ended');
      expect(window.free).toBe(Math.max(128, widest - turn));
    }
  });

  it('do not become more while all that is due fits', () => {
    const window = new AttemptWindow(128);
    for (let turn = 0; turn < 100; turn += 1) for (const leave of claim(window, 127)) leave('ended');
    expect(window.free).toBe(128);
  });

  it('leave room once their receiver hangs, and count once when they end after that', () => {
    const window = new AttemptWindow(128);
    const begun = claim(window, 128);
    for (const leave of begun) leave('stalled');
    expect(window.free).toBe(128);
    for (const leave of begun) leave('ended');
    expect(window.free).toBe(128);
  });
});
