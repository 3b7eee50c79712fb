import { OUTBOX_TABLES } from '@capture/outbox';
import type { RemovedTable } from '@capture/persistence';

/** Endpoints go first, so that nothing is sent any more. Attempts and the queue go with their deliveries. */
export const ORGANIZATION_TABLES: readonly RemovedTable[] = [
  { table: 'endpoint', with: { key: 'id', children: [{ table: 'secret', column: 'endpoint_id' }] } },
  { table: 'deleted_endpoint' },
  { table: 'range_replay' },
  { table: 'queue_item' },
  // An event has a delivery for each endpoint at most. By twenties a transaction's commit cost more than its rows.
  { table: 'event', with: { key: 'id', children: [{ table: 'delivery', column: 'event_id' }], atOnce: 200 } },
  { table: 'event_counter' },
  { table: 'fact_position' },
  { table: 'early_fact' },
  { table: 'ready_organization' },
  { table: 'person_erasure' },
  ...OUTBOX_TABLES,
];
