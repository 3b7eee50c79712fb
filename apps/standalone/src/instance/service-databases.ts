import { createHmac } from 'node:crypto';
import type { Secrets } from './secrets.js';

/** The services that have a schema of their own in the instance's database. */
export const DATABASE_SERVICES = [
  'accounts',
  'capture-requests',
  'sessions',
  'recordings',
  'webhooks',
] as const;
export type DatabaseService = (typeof DATABASE_SERVICES)[number];

export function schemaOf(service: DatabaseService): string {
  return service.replaceAll('-', '_');
}

export function roleOf(service: DatabaseService): string {
  return `capture_${schemaOf(service)}`;
}

/** Password of a service's own role, which opens neither the superuser's account nor that of another service. */
export function passwordOf({ postgresPassword }: Secrets, service: DatabaseService): string {
  return createHmac('sha256', postgresPassword).update(roleOf(service)).digest('hex');
}

/** Connection string of a service's own role. */
export function databaseUrl(
  { adminUrl, secrets }: { adminUrl: string; secrets: Secrets },
  service: DatabaseService,
): string {
  const url = new URL(adminUrl);
  url.username = roleOf(service);
  url.password = passwordOf(secrets, service);
  return url.toString();
}
