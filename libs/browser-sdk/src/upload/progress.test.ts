import { describe, expect, it } from 'vitest';
import type { ProgressEvent } from '../types.js';
import { startProgress, type Progress } from './progress.js';

function track(totalBytes: number): { progress: Progress; events: ProgressEvent[] } {
  const events: ProgressEvent[] = [];
  return { progress: startProgress(totalBytes, (event) => events.push(event)), events };
}

describe('progress', () => {
  it('reaches 0.98 when every byte is sent, and 1 only when the service has accepted', () => {
    const { progress, events } = track(100);
    progress.sent(1, 60);
    progress.sent(2, 40);
    progress.reached('verifying');
    progress.reached('done');
    expect(events.map(({ phase, fraction }) => [phase, fraction])).toEqual([
      ['sending', 0.588],
      ['sending', 0.98],
      ['verifying', 0.98],
      ['done', 1],
    ]);
  });

  it('does not fall when a part is sent again, and calls only new ground progress', () => {
    const { progress, events } = track(100);
    expect(progress.sent(1, 50)).toBe(true);
    expect(progress.sent(1, 10)).toBe(false);
    expect(progress.sent(1, 50)).toBe(false);
    expect(progress.sent(1, 51)).toBe(true);
    expect(events.map(({ fraction }) => fraction)).toEqual([0.49, 0.49, 0.49, 0.51 * 0.98]);
    expect(events[1]?.sentBytes).toBe(10);
  });

  it('never counts more than there is', () => {
    const { progress, events } = track(10);
    progress.sent(1, 999);
    expect(events[0]).toMatchObject({ fraction: 0.98, sentBytes: 10 });
  });
});
