import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameTimes } from './first-frame.js';

type OnFrame = (now: number, metadata: { captureTime: number; presentedFrames: number }) => void;

let show: OnFrame;

beforeEach(() => {
  const video = {
    play: () => Promise.resolve(),
    requestVideoFrameCallback: (tell: OnFrame) => (show = tell),
  };
  vi.stubGlobal('document', { createElement: () => video });
  vi.stubGlobal('MediaStream', class {});
});
afterEach(() => vi.unstubAllGlobals());

const at = (captureTime: number): number => performance.timeOrigin + captureTime;
const frames = (): FrameTimes => new FrameTimes({ getVideoTracks: () => [] } as unknown as MediaStream);

it('the first picture of a file is the first that was captured since the recorder began', async () => {
  const times = frames();
  for (const [index, captureTime] of [100, 133, 166].entries())
    show(0, { captureTime, presentedFrames: index + 1 });
  expect(await times.firstSince(at(120))).toBeCloseTo(at(133), 3);
});

it('is known as well where a busy page was told of one picture for several', async () => {
  const times = frames();
  show(0, { captureTime: 100, presentedFrames: 7 });
  show(0, { captureTime: 400, presentedFrames: 10 });
  expect(await times.firstSince(at(150))).toBeCloseTo(at(200), 3);
  expect(await times.firstSince(at(250))).toBeCloseTo(at(300), 3);
  expect(await times.firstSince(at(350))).toBeCloseTo(at(400), 3);
});

describe('a recorder starts between two pictures', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'Date'] }));
  afterEach(() => vi.useRealTimers());

  /** A picture that was captured a while before the page hears of it. */
  function come(captureTime: number, lagMs: number, presentedFrames: number): void {
    vi.advanceTimersByTime(captureTime + lagMs - performance.now());
    show(0, { captureTime, presentedFrames });
  }

  async function isOver(wait: Promise<void>): Promise<boolean> {
    let isResolved = false;
    void wait.then(() => (isResolved = true));
    await vi.advanceTimersByTimeAsync(0);
    return isResolved;
  }

  it('not while the next may be captured already', async () => {
    const wait = frames().between();
    come(100, 5, 1);
    come(133, 30, 2);
    expect(await isOver(wait)).toBe(false);
    come(166, 5, 3);
    expect(await isOver(wait)).toBe(true);
  });

  it('and after 400 ms at the latest, where no picture comes', async () => {
    const wait = frames().between();
    await vi.advanceTimersByTimeAsync(399);
    expect(await isOver(wait)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver(wait)).toBe(true);
  });
});
