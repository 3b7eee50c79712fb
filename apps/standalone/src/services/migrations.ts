import { MIGRATIONS as accounts } from '@capture/accounts/migrations';
import { MIGRATIONS as captureRequests } from '@capture/capture-requests/migrations';
import { MIGRATIONS as recordings } from '@capture/recordings/migrations';
import { MIGRATIONS as sessions } from '@capture/sessions/migrations';
import { MIGRATIONS as webhooks } from '@capture/webhooks/migrations';
import type { MigrationSets } from '@capture/persistence';
import type { DatabaseService } from '../instance/service-databases.js';

/** In a file of its own: the supervisor migrates the schemas without loading the services. */
export const MIGRATIONS: Record<DatabaseService, MigrationSets> = {
  accounts,
  'capture-requests': captureRequests,
  sessions,
  recordings,
  webhooks,
};
