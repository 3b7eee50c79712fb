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

/** Connection string of a service's own role. */
export function databaseUrl(
  { adminUrl, secrets }: { adminUrl: string; secrets: Secrets },
  service: DatabaseService,
): string {
  const url = new URL(adminUrl);
  url.username = roleOf(service);
  url.password = secrets.postgresPassword;
  return url.toString();
}
