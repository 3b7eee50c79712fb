import { OUTBOX_TABLES } from '@capture/outbox';
import type { RemovedTable } from '@capture/persistence';

/** Endpoints go first, so that nothing is sent any more. Attempts and the queue go with their deliveries. */
export const ORGANIZATION_TABLES: readonly RemovedTable[] = [
  { table: 'endpoint', with: { key: 'id', children: [{ table: 'secret', column: 'endpoint_id' }] } },
  { table: 'deleted_endpoint' },
  { table: 'queue_item' },
  { table: 'event', with: { key: 'id', children: [{ table: 'delivery', column: 'event_id' }] } },
  { table: 'event_counter' },
  { table: 'fact_position' },
  { table: 'early_fact' },
  { table: 'ready_organization' },
  { table: 'person_erasure' },
  ...OUTBOX_TABLES,
];
