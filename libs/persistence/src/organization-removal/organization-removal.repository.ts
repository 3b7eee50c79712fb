import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { RemovedCounts, RemovedTable } from './removed-table.js';

/** What a service has removed of an organization, and the rows that it removes. */
@Injectable()
export class OrganizationRemovalRepository {
  constructor(private readonly database: Database) {}

  async begin(organizationId: string, deletionId: string): Promise<void> {
    await this.database.execute(
      'INSERT INTO deleted_organization (organization_id, deletion_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      organizationId,
      deletionId,
    );
  }

  /** Those of `organizationIds` that are deleted. Call it in `forEveryOrganization`: an organization sees its own row only. */
  async deletedAmong(organizationIds: readonly string[]): Promise<ReadonlySet<string>> {
    const sql =
      'SELECT organization_id AS id FROM deleted_organization WHERE organization_id = ANY($1::text[])';
    const rows = await this.database.prepared<{ id: string }>(sql, organizationIds);
    return new Set(rows.map(({ id }) => id));
  }

  async counts(organizationId: string): Promise<RemovedCounts> {
    const sql = 'SELECT counts FROM deleted_organization WHERE organization_id = $1';
    const [row] = await this.database.query<{ counts: RemovedCounts }>(sql, organizationId);
    return row?.counts ?? {};
  }

  /** Locks the counts until the transaction ends. */
  async lock(organizationId: string): Promise<void> {
    const sql = 'SELECT 1 FROM deleted_organization WHERE organization_id = $1 FOR UPDATE';
    await this.database.query(sql, organizationId);
  }

  async save(organizationId: string, counts: RemovedCounts): Promise<void> {
    await this.database.execute(
      'UPDATE deleted_organization SET counts = $2::jsonb WHERE organization_id = $1',
      organizationId,
      JSON.stringify(counts),
    );
  }

  /** Whether the table has a row that is to be removed, now or later. */
  async has(organizationId: string, table: RemovedTable): Promise<boolean> {
    const sql = `SELECT 1 FROM "${table.table}" WHERE ${rowsOf(table)} LIMIT 1`;
    return (await this.database.query(sql, organizationId)).length > 0;
  }

  /**
   * Removes up to `limit` rows that nobody holds; returns how many. A place is one of a partition: others have rows in the same
   * place. The list of places alone lets each be looked up instead of reading the table.
   */
  remove(organizationId: string, table: RemovedTable, limit: number): Promise<number> {
    return this.database.execute(
      `WITH chosen AS MATERIALIZED (
         SELECT tableoid AS part, ctid AS place FROM "${table.table}"
         WHERE ${rowsOf(table)} AND ${table.when ?? 'true'} LIMIT $2 FOR UPDATE SKIP LOCKED)
       DELETE FROM "${table.table}" WHERE ctid = ANY(ARRAY(SELECT place FROM chosen))
         AND (tableoid, ctid) IN (SELECT part, place FROM chosen)`,
      organizationId,
      limit,
    );
  }

  /** Keys of up to `limit` rows that nobody holds. They are locked until the transaction ends. */
  async keys(organizationId: string, table: RemovedTable, key: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ key: string }>(
      `SELECT "${key}" AS key FROM "${table.table}" WHERE ${rowsOf(table)} AND ${table.when ?? 'true'}
       LIMIT $2 FOR UPDATE SKIP LOCKED`,
      organizationId,
      limit,
    );
    return rows.map((row) => row.key);
  }

  removeNaming(table: string, column: string, keys: readonly string[]): Promise<number> {
    return this.database.execute(`DELETE FROM "${table}" WHERE "${column}" = ANY($1)`, keys);
  }

  async detach(table: string, column: string, keys: readonly string[]): Promise<void> {
    await this.database.execute(`UPDATE "${table}" SET "${column}" = NULL WHERE "${column}" = ANY($1)`, keys);
  }
}

function rowsOf({ organization = 'organization_id', only = 'true' }: RemovedTable): string {
  return `"${organization}" = $1 AND ${only}`;
}
