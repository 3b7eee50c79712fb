import { randomBytes } from 'node:crypto';
import { applyMigrations, Database, provisionSchema, type MigrationSets } from '@capture/persistence';
import type { RunningService } from '@capture/platform';
import { DatabaseTemplate } from '@capture/testing';

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

const PASSWORD = 'test';
const templates = new Map<string, DatabaseTemplate>();

/** A database of the test's own, with the service's role and its migrated schema. */
export async function serviceDatabase(
  postgresAdminUrl: string,
  service: ServiceSchema,
): Promise<ServiceDatabase> {
  const template = templates.get(service.schema) ?? templateOf(service);
  templates.set(service.schema, template);
  const { adminUrl, urlOf, role, drop } = await template.copy(postgresAdminUrl);
  return { url: urlOf(role, PASSWORD), adminUrl, drop };
}

function templateOf({ schema, migrations }: ServiceSchema): DatabaseTemplate {
  return new DatabaseTemplate(async ({ adminUrl, urlOf }) => {
    const role = `${schema}_${randomBytes(4).toString('hex')}`;
    await provisionSchema(adminUrl, { schema, role, password: PASSWORD });
    await applyMigrations({ url: urlOf(role, PASSWORD), schema }, migrations);
    return role;
  });
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
