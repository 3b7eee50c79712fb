import { OUTBOX_TABLES } from '@capture/outbox';
import type { RemovedTable } from '@capture/persistence';

/** Consents stay as they were given, with their evidence; they name their request no more (ADR 49). */
export const ORGANIZATION_TABLES: readonly RemovedTable[] = [
  { table: 'contact' },
  { table: 'take' },
  { table: 'submission' },
  {
    table: 'capture_request',
    with: {
      key: 'id',
      children: [
        { table: 'release_wording', column: 'capture_request_id' },
        { table: 'consent', column: 'capture_request_id', detach: true },
      ],
    },
  },
  { table: 'disposal' },
  // What is under way ends with everything else; what was completed keeps its receipt.
  { table: 'erasure', only: 'completed_at IS NULL' },
  { table: 'organization', organization: 'id' },
  ...OUTBOX_TABLES,
];
