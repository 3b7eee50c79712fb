import { itKeepsOrganizationsApart, OURS, THEIRS } from '@capture/service-testing';
import { expect, it } from 'vitest';
import { MIGRATIONS, SCHEMA } from '../src/migrations.js';
import { PrismaClient } from '../src/generated/prisma/client.js';

itKeepsOrganizationsApart<PrismaClient>(
  {
    schema: SCHEMA,
    migrations: MIGRATIONS,
    client: PrismaClient,
    // They hold nothing of an organization's: answers under keys that only callers have, marks of what was done.
    shared: ['_prisma_migrations', 'idempotency_record', 'inbox'],
    forgetful: {
      table: 'session',
      read: (client) => client.session.findMany({ select: { organizationId: true } }),
      write: (client) => client.session.updateMany({ data: { maxGuests: 3 } }),
    },
  },
  (lock) => {
    it('keeps the works of many organizations apart that go on at once, on few connections', async () => {
      const { database } = lock();
      const models = (): Promise<unknown[]> => database.client.session.findMany({ select: { id: true } });
      const raw = (): Promise<unknown[]> => database.prepared('SELECT id FROM session');
      const seen = (organization: string): Promise<void> =>
        database.forOrganization(organization, async () => {
          const own = [{ id: organization }];
          expect(await Promise.all([models(), raw()])).toEqual([own, own]);
          await database.run(async () => {
            expect(await models()).toEqual(own);
            expect(await raw()).toEqual(own);
          });
        });
      await Promise.all(Array.from({ length: 200 }, (_item, index) => seen(index % 2 === 0 ? OURS : THEIRS)));
    });

    it('follows work that finds out its organization, also in a transaction that is open, and what runs apart from it', async () => {
      const { database } = lock();
      const ids = async (): Promise<string[]> =>
        (await database.query<{ id: string }>('SELECT id FROM session ORDER BY id')).map(({ id }) => id);
      await database.withoutOrganization(async () => {
        expect(await ids()).toEqual([]);
        expect(await database.forEveryOrganization('it is looked up', ids)).toEqual([OURS, THEIRS]);
        await database.run(async () => {
          expect(await ids()).toEqual([]);
          database.setOrganization(THEIRS);
          expect(await ids()).toEqual([THEIRS]);
          expect(await database.outsideTransaction(ids)).toEqual([THEIRS]);
        });
        expect(await ids()).toEqual([THEIRS]);
      });
    });

    it('refuses to go on for another organization than the work or its transaction began for', async () => {
      const { database } = lock();
      const nothing = (): Promise<void> => Promise.resolve();
      await database.forOrganization(OURS, async () => {
        await expect(database.forOrganization(THEIRS, nothing)).rejects.toThrow(
          'cannot go on for org_theirs',
        );
        expect(() => database.setOrganization(THEIRS)).toThrow('cannot switch');
        await database.run(async () => {
          await database.forOrganization(OURS, nothing);
          await expect(database.forEveryOrganization('to see', nothing)).rejects.toThrow(
            'every organization (to see)',
          );
        });
      });
      const widened = database.forEveryOrganization('to see', () =>
        database.run(() => database.forOrganization(OURS, nothing)),
      );
      await expect(widened).rejects.toThrow('every organization (to see)');
    });
  },
);
