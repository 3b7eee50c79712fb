import { OUTBOX_TABLES } from '@capture/outbox';
import type { RemovedTable } from '@capture/persistence';

/** Receipts of deletions stay: they hold ids, times and digests. */
export const ORGANIZATION_TABLES: readonly RemovedTable[] = [
  { table: 'rendition_part' },
  { table: 'rendition' },
  {
    table: 'upload',
    with: { key: 'id', children: [{ table: 'upload_part', column: 'upload_id' }] },
    // Rows say where bytes lie: they go when the bytes are gone.
    when: "state IN ('aborted', 'removed') AND cleared_at IS NOT NULL",
  },
  { table: 'download_grant' },
  { table: 'recording', with: { key: 'id', children: [{ table: 'track', column: 'recording_id' }] } },
  { table: 'organization_retention' },
  ...OUTBOX_TABLES,
];
