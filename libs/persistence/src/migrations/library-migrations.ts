import { fileURLToPath } from 'node:url';

/** Migrations of the table that this library keeps in every service's schema. */
export const IDEMPOTENCY_MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
