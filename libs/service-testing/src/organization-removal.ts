import { until } from '@capture/testing';
import { OrganizationRemoval, OrganizationRemovalRepository } from '@capture/persistence';
import type { PrismaLike, RemovalProgress, RemovedTable } from '@capture/persistence';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OURS, THEIRS, TwoOrganizations, type Schema } from './two-organizations.js';

export interface OrganizationTables<Client extends PrismaLike> extends Schema<Client> {
  /** What the service removes. */
  removed: readonly RemovedTable[];
  /** Tables that keep their rows, and why. */
  kept: Record<string, string>;
  /** SQL that makes a row of each table one that is removed. */
  prepare?: string;
}

/** Tables of every service that hold nothing of an organization's, or say that it is deleted. */
const KEPT_EVERYWHERE = {
  deleted_organization: 'says that the organization is deleted, and what was removed',
  idempotency_record: 'answers under keys that only callers have, for 24 hours',
  inbox: 'marks of events, for days',
};

/** The test of a service's part in deleting an organization (ADR 49): a table that is added to the service is in it. */
export function itRemovesOrganizations<Client extends PrismaLike>({
  removed,
  kept,
  prepare,
  ...schema
}: OrganizationTables<Client>): void {
  describe('deleting an organization', () => {
    let both: TwoOrganizations<Client>;
    let removal: OrganizationRemoval;
    const deletion = { organizationId: OURS, deletionId: 'odl_1' };

    beforeAll(async () => {
      both = await TwoOrganizations.in(inject('postgresAdminUrl'), schema);
      // A row for each table, made from the catalogue, is a deletion that was begun before.
      await both.prepare('DELETE FROM deleted_organization');
      if (prepare !== undefined) await both.prepare(prepare);
      removal = new OrganizationRemoval(both.database, new OrganizationRemovalRepository(both.database));
    });
    afterAll(() => both.close());

    const remove = (): Promise<RemovalProgress> =>
      both.database.forOrganization(OURS, () => removal.remove(deletion, removed));

    it('leaves rows of it in no table but those that are named with a reason, and takes none of another', async () => {
      const before = await both.tablesOf(THEIRS);
      // A call takes two seconds at most, in which a busy machine may not come to the end.
      const { counts } = await until('all rows to be gone', async () => {
        const progress = await remove();
        return progress.done ? progress : undefined;
      });
      expect(await both.tablesOf(OURS)).toEqual(Object.keys({ ...KEPT_EVERYWHERE, ...kept }).sort());
      expect(await both.tablesOf(THEIRS)).toEqual(before);
      expect(Object.values(counts).every((count) => count === 1)).toBe(true);
      // Whoever goes on after a kill counts nothing twice.
      expect(await remove()).toEqual({ done: true, counts });
    });
  });
}
