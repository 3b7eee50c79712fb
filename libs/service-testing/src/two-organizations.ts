import {
  openDatabase,
  type Database,
  type DatabaseTarget,
  type MigrationSets,
  type PrismaLike,
} from '@capture/persistence';
import pg from 'pg';
import { serviceDatabase } from './service-database.js';

export const OURS = 'org_ours';
export const THEIRS = 'org_theirs';

export type Schema<Client extends PrismaLike> = Pick<DatabaseTarget<Client>, 'schema' | 'client'> & {
  migrations: MigrationSets;
};

/** Queries that forget to say whose rows they want. */
export interface Forgetful<Client extends PrismaLike> {
  /** Has a column organization_id. */
  table: string;
  read(client: Database<Client>['client']): Promise<{ organizationId: string }[]>;
  write(client: Database<Client>['client']): Promise<{ count: number }>;
}

interface Column {
  table: string;
  name: string;
  type: string;
}

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;
/** Whether a table has a policy that also binds its owner, as which the service connects. */
const guarded = (table: string): string => `(${table}.relrowsecurity AND ${table}.relforcerowsecurity
  AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = ${table}.oid AND p.polcmd = '*'))`;
/** Tables without one. Partitions can be named like tables: those of a guarded one need a policy of their own. */
const OPEN_TABLES = `
  SELECT c.relname AS table FROM pg_class c
  LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND c.relispartition LEFT JOIN pg_class t ON t.oid = i.inhparent
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT ${guarded('c')}
    AND (t.oid IS NULL OR ${guarded('t')})
  ORDER BY 1`;
/** The partitions that have the rows which are made here: their ids have no time. */
const DEFAULT_PARTITIONS = `
  SELECT c.relname AS table, t.relname AS name FROM pg_class c
  JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class t ON t.oid = i.inhparent
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT'`;

/** Policies that ask a parent table, without what keeps PostgreSQL from reading all parents first. */
const SCANNING_POLICIES = `
  SELECT c.relname AS table FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
  WHERE c.relnamespace = $1::regnamespace AND pg_get_expr(p.polqual, p.polrelid) ~ 'EXISTS'
    AND pg_get_expr(p.polqual, p.polrelid) !~ 'OFFSET 0'
  ORDER BY 1`;

/** One row of an organization: every text in it is the organization's id, so that references lead to its own rows. */
function rowOf(organization: string, columns: readonly Column[]): Record<string, unknown> {
  const number = organization === OURS ? 1 : 2;
  const values: Record<string, unknown> = {
    text: organization,
    'text[]': [],
    'bigint[]': [],
    boolean: false,
    jsonb: {},
    'timestamp with time zone': '2026-01-01T00:00:00Z',
  };
  return Object.fromEntries(columns.map(({ name, type }) => [name, type in values ? values[type] : number]));
}

/**
 * A service's migrated schema in which two organizations have a row in every table, made from the catalogue: a table that
 * is added is in it without being named.
 */
export class TwoOrganizations<Client extends PrismaLike> {
  private constructor(
    /** As the service opens it. */
    readonly database: Database<Client>,
    private readonly admin: pg.Client,
    private readonly schema: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async in<Client extends PrismaLike>(
    adminUrl: string,
    { schema, client, migrations }: Schema<Client>,
  ): Promise<TwoOrganizations<Client>> {
    const { url, adminUrl: superuserUrl, drop } = await serviceDatabase(adminUrl, { schema, migrations });
    const admin = new pg.Client({ connectionString: superuserUrl });
    await admin.connect();
    const database = openDatabase({ url, schema, client, poolSize: 4 });
    const opened = new TwoOrganizations(database, admin, schema, drop);
    await opened.fill();
    return opened;
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.admin.end();
    await this.drop();
  }

  /** Tables that no policy guards. */
  async openTables(): Promise<string[]> {
    const { rows } = await this.admin.query<Column>(OPEN_TABLES, [this.schema]);
    return rows.map(({ table }) => table);
  }

  /** Tables whose policy may read all of another table to judge a few rows. */
  async scanningPolicies(): Promise<string[]> {
    const { rows } = await this.admin.query<Column>(SCANNING_POLICIES, [this.schema]);
    return rows.map(({ table }) => table);
  }

  /** What work can do, on the tables that have a policy, that it must not be able to; empty when the lock holds. */
  async breaches(): Promise<string[]> {
    const open = new Set(await this.openTables());
    const closed = [...(await this.tables())].filter(([table]) => !open.has(table));
    const { rows: partitions } = await this.admin.query<Pick<Column, 'table' | 'name'>>(DEFAULT_PARTITIONS, [
      this.schema,
    ]);
    const found: string[] = [];
    for (const [table, [first]] of closed) {
      const named = [table, ...partitions.filter(({ name }) => name === table).map((one) => one.table)];
      for (const name of named) found.push(...(await this.breachesOf(name, first?.name ?? '')));
    }
    return found;
  }

  /** What forgetful queries get that they must not, by model or raw, in a transaction or not; empty when it is nothing. */
  async leaks({ table, read, write }: Forgetful<Client>): Promise<string[]> {
    const { database } = this;
    const queries: Record<string, () => Promise<string[]>> = {
      'model read': async () => (await read(database.client)).map(({ organizationId }) => organizationId),
      'raw read': async () =>
        (await database.query<{ owner: string }>(`SELECT organization_id AS owner FROM "${table}"`)).map(
          ({ owner }) => owner,
        ),
      'model write': async () => Array.from({ length: (await write(database.client)).count }, () => OURS),
    };
    const found: string[] = [];
    for (const [what, query] of Object.entries(queries)) {
      for (const run of [query, () => database.run(query)]) {
        const where = run === query ? '' : ' in a transaction';
        const ours = await database.forOrganization(OURS, run);
        if (ours.join() !== OURS) found.push(`${what}${where}: ours got [${ours.join()}]`);
        const nobody = await run();
        if (nobody.length > 0) found.push(`${what}${where}: nobody got [${nobody.join()}]`);
      }
    }
    return found;
  }

  /** Runs a statement as the superuser, without the order that references and triggers would ask for. */
  async prepare(sql: string): Promise<void> {
    await this.admin.query(sql);
  }

  /** Tables that have a row of the organization. */
  async tablesOf(organization: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of (await this.tables()).keys()) {
      const sql = `SELECT 1 FROM "${table}" t WHERE to_jsonb(t)::text LIKE $1 LIMIT 1`;
      if ((await this.admin.query(sql, [`%"${organization}"%`])).rows.length > 0) found.push(table);
    }
    return found.sort();
  }

  private async breachesOf(table: string, column: string): Promise<string[]> {
    const name = `"${table}"`;
    const { database } = this;
    const texts = async (): Promise<string[]> =>
      (await database.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`)).map(
        ({ row }) => row,
      );
    const of = (organization: string, rows: string[]): number =>
      rows.filter((row) => row.includes(`"${organization}"`)).length;
    const change = (sql: string) => (): Promise<number> =>
      // A table whose trigger refuses every change has changed none.
      database.execute(`${sql} WHERE to_jsonb(${name})::text LIKE '%"${THEIRS}"%'`).catch(() => 0);
    const every = await database.forEveryOrganization('both are to be seen', texts);
    const theirs = every.find((row) => row.includes(THEIRS)) ?? '{}';
    const insert = (): Promise<number> =>
      database.execute(
        `INSERT INTO ${name} SELECT * FROM jsonb_populate_record(NULL::${name}, $1::jsonb)`,
        theirs,
      );
    const update = change(`UPDATE ${name} SET "${column}" = "${column}"`);
    const remove = change(`DELETE FROM ${name}`);
    const ours = <T>(work: () => Promise<T>): Promise<T> => database.forOrganization(OURS, work);
    const seen = await ours(texts);
    const verdicts: Record<string, boolean> = {
      'every organization sees both rows': of(OURS, every) === 1 && of(THEIRS, every) === 1,
      'nobody sees none': (await texts()).length === 0,
      'one sees its own': of(OURS, seen) === 1 && seen.length === 1,
      'nobody changes none': (await update()) + (await remove()) === 0,
      "one changes none of another's": (await ours(update)) + (await ours(remove)) === 0,
      'nobody adds none': await refused(insert),
      'one adds none for another': await refused(() => ours(insert)),
    };
    return Object.entries(verdicts).flatMap(([what, holds]) => (holds ? [] : [`${table}: ${what}`]));
  }

  /** Columns of each table; what migrations keep about themselves is no table of the service's. */
  private async tables(): Promise<Map<string, Column[]>> {
    const { rows } = await this.admin.query<Column>(COLUMNS, [this.schema]);
    return Map.groupBy(
      rows.filter(({ table }) => table !== '_prisma_migrations'),
      ({ table }) => table,
    );
  }

  /** As the superuser, whom no policy binds, and without the order that references and triggers would ask for. */
  private async fill(): Promise<void> {
    await this.admin.query('SET session_replication_role = replica');
    await this.admin.query(`SET search_path = "${this.schema}"`);
    for (const [table, columns] of await this.tables()) {
      for (const organization of [OURS, THEIRS]) {
        const sql = `INSERT INTO "${table}" SELECT * FROM jsonb_populate_record(NULL::"${table}", $1::jsonb)`;
        await this.admin.query(sql, [JSON.stringify(rowOf(organization, columns))]);
      }
    }
  }
}

async function refused(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => false,
    (error: unknown) => /row-level security/.test(String(error)),
  );
}
