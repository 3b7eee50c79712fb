import { fileURLToPath } from 'node:url';
import { IDEMPOTENCY_MIGRATIONS } from '@capture/persistence';

/** Migrations of the tables that libraries keep in every service's schema. A service adds its own. */
export const LIBRARY_MIGRATIONS: readonly string[] = [
  IDEMPOTENCY_MIGRATIONS,
  fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
];
