import { OUTBOX_TABLES } from '@capture/outbox';
import type { RemovedTable } from '@capture/persistence';

export const ORGANIZATION_TABLES: readonly RemovedTable[] = [
  {
    table: 'session',
    with: {
      key: 'id',
      children: [
        'clock_sample',
        'chat_message',
        'take_acknowledgement',
        'session_track',
        'session_token',
        'participant',
        'take',
      ].map((table) => ({ table, column: 'session_id' })),
    },
  },
  { table: 'host_sign_in' },
  { table: 'organization', organization: 'id' },
  ...OUTBOX_TABLES,
];
