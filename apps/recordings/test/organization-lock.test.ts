import { TwoOrganizations } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MIGRATIONS, SCHEMA } from '../src/app.module.js';
import { PrismaClient } from '../src/generated/prisma/client.js';

/** What holds nothing of an organization's: answers under keys that only callers have, marks of what was done, public keys. */
const SHARED = ['_prisma_migrations', 'idempotency_record', 'inbox', 'signing_key'];

describe('the second isolation lock', () => {
  let lock: TwoOrganizations<PrismaClient>;

  beforeAll(async () => {
    const schema = { schema: SCHEMA, migrations: MIGRATIONS, client: PrismaClient };
    lock = await TwoOrganizations.in(inject('postgresAdminUrl'), schema);
  });
  afterAll(() => lock.close());

  it('guards every table but those that hold nothing of an organization', async () => {
    expect(await lock.openTables()).toEqual(SHARED);
  });

  it('shows, changes and takes no row of another organization, in any table', async () => {
    expect(await lock.breaches()).toEqual([]);
  });

  it('gives queries that forget their organization nothing of another, by model or raw, in a transaction or not', async () => {
    const leaks = await lock.leaks({
      table: 'recording',
      read: (client) => client.recording.findMany({ select: { organizationId: true } }),
      write: (client) => client.recording.updateMany({ data: { status: 'expired' } }),
    });
    expect(leaks).toEqual([]);
  });
});
