import { itKeepsOrganizationsApart } from '@capture/service-testing';
import { MIGRATIONS, SCHEMA } from '../src/migrations.js';
import { PrismaClient } from '../src/generated/prisma/client.js';

itKeepsOrganizationsApart<PrismaClient>({
  schema: SCHEMA,
  migrations: MIGRATIONS,
  client: PrismaClient,
  /** Answers under keys that only callers have, marks of what was done, the store's id, public keys: nothing of an organization. */
  shared: ['_prisma_migrations', 'idempotency_record', 'inbox', 'media_store', 'signing_key'],
  forgetful: {
    table: 'recording',
    read: (client) => client.recording.findMany({ select: { organizationId: true } }),
    write: (client) => client.recording.updateMany({ data: { status: 'expired' } }),
  },
});
