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
    consent: 'the record that somebody agreed stays, named by its organization alone',
    evidence: 'the signed chain of consents',
    evidence_head: 'the end of that chain',
    signing_key: 'belongs to the instance',
  },
  // A completed one stays, with its receipt.
  prepare: 'UPDATE erasure SET completed_at = NULL',
});
