import type { PartitionedTable } from '@capture/persistence';

/** Both are divided by the id of the event. A row may be published, or an event handled, long after that was made. */
export const OUTBOX_PARTITIONS: PartitionedTable = {
  table: 'outbox',
  prefix: 'evt',
  aged: 'published_at < $1',
  needed: ['published_at IS NULL', 'published_at >= $1'],
};

export const INBOX_PARTITIONS: PartitionedTable = {
  table: 'inbox',
  prefix: 'evt',
  aged: 'processed_at < $1',
  needed: ['processed_at >= $1'],
};
