import { itKeepsOrganizationsApart } from '@capture/service-testing';
import { MIGRATIONS, SCHEMA } from '../src/migrations.js';
import { PrismaClient } from '../src/generated/prisma/client.js';

itKeepsOrganizationsApart<PrismaClient>({
  schema: SCHEMA,
  migrations: MIGRATIONS,
  client: PrismaClient,
  // They hold nothing of an organization's: answers under keys that only callers have, marks of what was done, processes.
  shared: ['_prisma_migrations', 'idempotency_record', 'inbox', 'worker'],
  forgetful: {
    table: 'endpoint',
    read: (client) => client.endpoint.findMany({ select: { organizationId: true } }),
    write: (client) => client.endpoint.updateMany({ data: { status: 'disabled' } }),
  },
});
