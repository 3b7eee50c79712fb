import { fileURLToPath } from 'node:url';
import { LIBRARY_MIGRATIONS } from '@capture/outbox/library-migrations';

export const SCHEMA = 'capture_requests';
export const MIGRATIONS = [
  ...LIBRARY_MIGRATIONS,
  fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
];
