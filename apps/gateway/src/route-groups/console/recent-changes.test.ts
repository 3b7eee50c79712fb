import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from './change.model.js';
import { RecentChanges } from './recent-changes.js';

const change = (type: string): Change => ({ type, ids: {} });

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the changes of the last seconds', () => {
  it('are those of one organization, in their order, and all of them since the beginning', () => {
    const recent = new RecentChanges();
    expect(recent.of('org_1')).toEqual({ ms: 0, changes: [] });
    recent.begin();
    recent.add('org_1', change('session.opened'));
    vi.advanceTimersByTime(1_000);
    recent.add('org_2', change('session.opened'));
    recent.add('org_1', change('session.ended'));
    const changes = [change('session.opened'), change('session.ended')];
    expect(recent.of('org_1')).toEqual({ ms: 1_000, changes });
  });

  it('are told for no longer than they are kept', () => {
    const recent = new RecentChanges();
    recent.begin();
    recent.add('org_1', change('session.opened'));
    vi.advanceTimersByTime(5_001);
    expect(recent.of('org_1')).toEqual({ ms: 5_000, changes: [] });
  });

  it('are all for a shorter time when there are more than are kept', () => {
    const recent = new RecentChanges();
    recent.begin();
    vi.advanceTimersByTime(1_000);
    recent.add('org_1', change('session.opened'));
    vi.advanceTimersByTime(500);
    for (let added = 0; added < 2_000; added += 1) recent.add('org_2', change('session.ended'));
    expect(recent.of('org_1')).toEqual({ ms: 500, changes: [] });
    expect(recent.of('org_2').changes).toHaveLength(2_000);
  });
});
