import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.js';
import { OrganizationRemoval } from './organization-removal.js';
import type { OrganizationRemovalRepository } from './organization-removal.repository.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('touches no later table while an earlier one has rows, also when its time is up: they would go by a cascade, uncounted; and rests for as long as it works', async () => {
  const left: Record<string, number> = { contact: 3, capture_request: 1 };
  const touched: string[] = [];
  const rows = {
    begin: () => Promise.resolve(),
    lock: () => Promise.resolve(),
    counts: () => Promise.resolve({}),
    save: () => Promise.resolve(),
    has: (_id: string, { table }: { table: string }) => Promise.resolve((left[table] ?? 0) > 0),
    remove: (_id: string, { table }: { table: string }) => {
      touched.push(table);
      vi.advanceTimersByTime(700);
      const removed = Math.min(1, left[table] ?? 0);
      left[table] = (left[table] ?? 0) - removed;
      return Promise.resolve(removed);
    },
  } as unknown as OrganizationRemovalRepository;
  const database = { run: (work: () => Promise<unknown>) => work() } as unknown as Database;
  const removal = new OrganizationRemoval(database, rows);
  const tables = [{ table: 'contact' }, { table: 'capture_request' }];
  const remove = async () => {
    const removing = removal.remove({ organizationId: 'org_1', deletionId: 'odl_1' }, tables);
    await vi.runAllTimersAsync();
    return removing;
  };
  expect(await remove()).toMatchObject({ done: false });
  // A third would be begun within the two seconds if it did not rest for as long as it works.
  expect(touched).toEqual(['contact', 'contact']);
  while (!(await remove()).done);
  expect(touched.slice(0, 3)).toEqual(['contact', 'contact', 'contact']);
  expect(left).toEqual({ contact: 0, capture_request: 0 });
});
