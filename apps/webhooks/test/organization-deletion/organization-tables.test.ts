import { itRemovesOrganizations } from '@capture/service-testing';
import { MIGRATIONS, SCHEMA } from '../../src/migrations.js';
import { PrismaClient } from '../../src/generated/prisma/client.js';
import { ORGANIZATION_TABLES } from '../../src/organization-deletion/organization-tables.js';

itRemovesOrganizations<PrismaClient>({
  schema: SCHEMA,
  migrations: MIGRATIONS,
  client: PrismaClient,
  removed: ORGANIZATION_TABLES,
  kept: { worker: 'processes, not organizations' },
});
