import { OUTBOX_TABLES } from '@capture/outbox';
import type { RemovedTable } from '@capture/persistence';

const MAILS = { table: 'mail', column: 'about' };

/**
 * What stays is people, who sign in to other organizations as well, and the record of the deletion. The organization goes
 * last: until then operators find it.
 */
export const ORGANIZATION_TABLES: readonly RemovedTable[] = [
  { table: 'invitation', with: { key: 'id', children: [MAILS] } },
  { table: 'api_key', with: { key: 'id', children: [{ table: 'key_secret', column: 'key_id' }] } },
  { table: 'sign_in_challenge' },
  { table: 'started_sign_in' },
  { table: 'provider_identity' },
  { table: 'identity_provider_domain' },
  { table: 'identity_provider' },
  { table: 'mail_domain' },
  { table: 'password_link' },
  { table: 'scim_token' },
  { table: 'sign_in' },
  { table: 'member', with: { key: 'id', children: [MAILS] } },
  { table: 'suppression' },
  { table: 'erased_suppression' },
  { table: 'person_erasure' },
  { table: 'logo' },
  {
    table: 'usage_entry',
    with: {
      key: 'recording_id',
      children: [{ table: 'usage_deletion', column: 'recording_id' }],
      atOnce: 500,
    },
  },
  { table: 'audit_entry' },
  ...OUTBOX_TABLES,
  { table: 'organization', organization: 'id' },
];
