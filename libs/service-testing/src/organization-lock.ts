import type {} from '@capture/testing';
import type { PrismaLike } from '@capture/persistence';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TwoOrganizations, type Forgetful, type Schema } from './two-organizations.js';

export interface OrganizationLock<Client extends PrismaLike> extends Schema<Client> {
  /** Tables that hold nothing of an organization's, and so have no policy; say why beside the list. */
  shared: readonly string[];
  /** Queries on one table that forget their organization. */
  forgetful: Forgetful<Client>;
}

/** The tests of a service's row-level security (ADR 10). `more` adds the service's own, on the same database. */
export function itKeepsOrganizationsApart<Client extends PrismaLike>(
  { shared, forgetful, ...schema }: OrganizationLock<Client>,
  more: (lock: () => TwoOrganizations<Client>) => void = () => undefined,
): void {
  describe('the second isolation lock', () => {
    let lock: TwoOrganizations<Client>;

    beforeAll(async () => {
      lock = await TwoOrganizations.in(inject('postgresAdminUrl'), schema);
    });
    afterAll(() => lock.close());

    it('guards every table but those that hold nothing of an organization', async () => {
      expect(await lock.openTables()).toEqual(shared);
    });

    it('asks for the parent of each row that is read, never for all parents', async () => {
      expect(await lock.scanningPolicies()).toEqual([]);
    });

    it('shows, changes and takes no row of another organization, in any table', async () => {
      expect(await lock.breaches()).toEqual([]);
    });

    it('gives queries that forget their organization nothing of another, by model or raw, in a transaction or not', async () => {
      expect(await lock.leaks(forgetful)).toEqual([]);
    });

    more(() => lock);
  });
}
