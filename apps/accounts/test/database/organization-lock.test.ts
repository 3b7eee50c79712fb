import { itKeepsOrganizationsApart } from '@capture/service-testing';
import { MIGRATIONS, SCHEMA } from '../../src/migrations.js';
import { PrismaClient } from '../../src/generated/prisma/client.js';

itKeepsOrganizationsApart<PrismaClient>({
  schema: SCHEMA,
  migrations: MIGRATIONS,
  client: PrismaClient,
  /**
   * What holds nothing of an organization: answers under keys that only callers have, ids of handled events, people, who
   * can be in several organizations, their second factors and passkeys, mails to them, their requests for another password, failed sign-ins, plans, and ids of recordings that were deleted.
   */
  shared: [
    '_prisma_migrations',
    'idempotency_record',
    'inbox',
    'mail',
    'passkey',
    'passkey_challenge',
    'password_reset',
    'person',
    'plan',
    'plan_feature',
    'recovery_code',
    'second_factor',
    'sign_in_failure',
    'usage_deletion',
  ],
  forgetful: {
    table: 'member',
    read: (client) => client.member.findMany({ select: { organizationId: true } }),
    write: (client) => client.member.updateMany({ data: { role: 'member' } }),
  },
});
