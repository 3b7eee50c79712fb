import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.js';
import { OrganizationRemoval } from './organization-removal.js';
import type { OrganizationRemovalRepository } from './organization-removal.repository.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A removal of these rows, one in each transaction, each of which takes 700 ms. */
function removalOf(left: Record<string, number>) {
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
  const tables = Object.keys(left).map((table) => ({ table }));
  const remove = async () => {
    const removing = removal.remove({ organizationId: 'org_1', deletionId: 'odl_1' }, tables);
    await vi.runAllTimersAsync();
    return removing;
  };
  return { remove, touched };
}

it('touches no later table while an earlier one has rows, also when its time is up: they would go by a cascade, uncounted', async () => {
  const left = { contact: 3, capture_request: 1 };
  const { remove, touched } = removalOf(left);
  expect(await remove()).toMatchObject({ done: false });
  expect(new Set(touched)).toEqual(new Set(['contact']));
  while (!(await remove()).done);
  expect(touched.slice(0, 3)).toEqual(['contact', 'contact', 'contact']);
  expect(left).toEqual({ contact: 0, capture_request: 0 });
});

it('rests after each transaction for as long as that took', async () => {
  const { remove, touched } = removalOf({ contact: 3 });
  await remove();
  // Without rests a third transaction would begin within the two seconds.
  expect(touched).toHaveLength(2);
});
