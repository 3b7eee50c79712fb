import type { ChangeNotice } from '@capture/contracts';
import type { Bus } from '@capture/messaging';
import type { Database } from '@capture/persistence';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeNotices } from './change-notices.js';

const notice = (erasureId: string): ChangeNotice => ({
  organizationId: 'org_1',
  type: 'erasure.changed',
  ids: { erasureId },
});

describe('notices of changes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function telling(): { notices: ChangeNotices; told: string[]; commit: () => void } {
    const told: string[] = [];
    const waiting: (() => void)[] = [];
    const bus = { broadcast: (_topic: string, { ids }: ChangeNotice) => told.push(ids['erasureId'] ?? '') };
    const database = { onCommit: (work: () => void) => waiting.push(work) };
    const notices = new ChangeNotices(bus as unknown as Bus, database as unknown as Database);
    return { notices, told, commit: () => waiting.splice(0).forEach((work) => work()) };
  }

  it('are told once the transaction has committed', () => {
    const { notices, told, commit } = telling();
    notices.tell(notice('one'));
    expect(told).toEqual([]);
    commit();
    expect(told).toEqual(['one']);
  });

  it('are told once a second of the same, the last of them always, and of others at once', () => {
    const { notices, told, commit } = telling();
    for (let count = 0; count < 50; count += 1) notices.tell(notice('one'));
    notices.tell(notice('two'));
    commit();
    expect(told).toEqual(['one', 'two']);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['one', 'two', 'one']);
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(3);
    notices.tell(notice('one'));
    commit();
    expect(told).toHaveLength(4);
  });

  it('do not outlive the process', () => {
    const { notices, told, commit } = telling();
    for (let count = 0; count < 2; count += 1) notices.tell(notice('one'));
    commit();
    notices.beforeApplicationShutdown();
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual(['one']);
  });
});
