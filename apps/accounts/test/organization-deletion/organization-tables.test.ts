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
    organization_deletion: 'the record of the deletion, with its receipt',
    plan: 'belongs to the instance',
    plan_feature: 'belongs to the instance',
    ...Object.fromEntries(
      ['passkey', 'password_reset', 'person', 'recovery_code', 'second_factor', 'sign_in_failure'].map(
        (table) => [table, 'belongs to a person, who may be in other organizations'],
      ),
    ),
  },
  prepare: 'UPDATE organization_deletion SET completed_at = NULL',
});
