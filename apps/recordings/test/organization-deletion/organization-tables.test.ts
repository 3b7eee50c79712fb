import { itRemovesOrganizations } from '@capture/service-testing';
import { MIGRATIONS, SCHEMA } from '../../src/migrations.js';
import { PrismaClient } from '../../src/generated/prisma/client.js';
import { ORGANIZATION_TABLES } from '../../src/organization-deletion/organization-tables.js';

itRemovesOrganizations<PrismaClient>({
  schema: SCHEMA,
  migrations: MIGRATIONS,
  client: PrismaClient,
  removed: ORGANIZATION_TABLES,
  kept: {
    deletion_receipt: 'signed statements of ids, times and digests',
    media_store: 'belongs to the instance',
    signing_key: 'belongs to the instance',
  },
  prepare: "UPDATE upload SET state = 'removed'",
});
