import { randomBytes } from 'node:crypto';
import { applyMigrations, Database, provisionSchema, type MigrationSets } from '@capture/persistence';
import type { RunningService } from '@capture/platform';
import { createTestDatabase } from '@capture/testing';

/** Where a service's tables are made: its schema and the sets of its migrations. */
export interface ServiceSchema {
  schema: string;
  migrations: MigrationSets;
}

export interface ServiceDatabase {
  /** Connection string with the rights that the service has in production. */
  url: string;
  /** Connection string of the superuser, for the same database. */
  adminUrl: string;
  drop(): Promise<void>;
}

/** A database of the test's own, with the service's role and its migrated schema. */
export async function serviceDatabase(
  postgresAdminUrl: string,
  { schema, migrations }: ServiceSchema,
): Promise<ServiceDatabase> {
  const database = await createTestDatabase(postgresAdminUrl);
  const role = `${schema}_${randomBytes(4).toString('hex')}`;
  const password = 'test';
  await provisionSchema(database.adminUrl, { schema, role, password });
  const url = Object.assign(new URL(database.adminUrl), { username: role, password }).toString();
  await applyMigrations({ url, schema }, migrations);
  return { url, adminUrl: database.adminUrl, drop: database.drop };
}

/** Rows of a statement, with the service's own rights, over every organization. */
export function rowsOf<Row>(
  { app }: Pick<RunningService, 'app'>,
  statement: string,
  ...values: unknown[]
): Promise<Row[]> {
  const database = app.get(Database);
  return database.forEveryOrganization('a test looks', () => database.query<Row>(statement, ...values));
}
