import { itKeepsOrganizationsApart } from '@capture/service-testing';
import { MIGRATIONS, SCHEMA } from '../src/migrations.js';
import { PrismaClient } from '../src/generated/prisma/client.js';

itKeepsOrganizationsApart<PrismaClient>({
  schema: SCHEMA,
  migrations: MIGRATIONS,
  client: PrismaClient,
  // Answers under keys that only callers have, marks of what was done, public keys.
  shared: ['_prisma_migrations', 'idempotency_record', 'inbox', 'signing_key'],
  forgetful: {
    table: 'capture_request',
    read: (client) => client.captureRequest.findMany({ select: { organizationId: true } }),
    write: (client) => client.captureRequest.updateMany({ data: { title: 'taken over' } }),
  },
});
