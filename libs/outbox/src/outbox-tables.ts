import type { RemovedTable } from '@capture/persistence';

/** What the tables of this library have of an organization that is deleted. What was not published yet is waited for. */
export const OUTBOX_TABLES: readonly RemovedTable[] = [
  { table: 'dead_letter' },
  { table: 'outbox', when: 'published_at IS NOT NULL' },
  { table: 'outbox_counter' },
];
