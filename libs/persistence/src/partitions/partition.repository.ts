import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { idBound, timeOfBound } from './id-bound.model.js';
import type { Partition } from './partition-plan.model.js';
import type { PartitionedTable } from './partitioned-table.js';

const RANGE = /FROM \((?:MINVALUE|'([^']*)')\) TO \('([^']*)'\)/;

const CHILDREN = `
  SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = to_regclass($1)`;

/** What binds the table's rows to an organization, as statements about another table. The owner, as which services run, included. */
const GUARDS = `
  SELECT format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', $2::text) AS sql FROM pg_class WHERE oid = $1::regclass AND relrowsecurity
  UNION ALL
  SELECT format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', $2::text) FROM pg_class WHERE oid = $1::regclass AND relforcerowsecurity
  UNION ALL
  SELECT format('CREATE POLICY %I ON %I USING (%s)', polname, $2::text, pg_get_expr(polqual, polrelid))
  FROM pg_policy WHERE polrelid = $1::regclass`;

/** A table's partitions. Statements about tables take no parameters: names and bounds in them are ours. */
@Injectable()
export class PartitionRepository {
  constructor(private readonly database: Database) {}

  /** By the database's clock, which all processes share. */
  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    if (!row) throw new Error('the database returned no time');
    return row.now;
  }

  /** The partitions with bounds, and the name of the default one; neither where the table is not divided. */
  async list({ table }: PartitionedTable): Promise<{ partitions: Partition[]; rest: string | undefined }> {
    const rows = await this.database.query<{ name: string; bound: string }>(CHILDREN, table);
    const partitions = rows.flatMap(({ name, bound }) => {
      const [said, from, to] = RANGE.exec(bound) ?? [];
      if (said === undefined || to === undefined) return [];
      return [{ name, from: from === undefined ? null : timeOfBound(from), to: timeOfBound(to) }];
    });
    return { partitions, rest: rows.find(({ bound }) => bound === 'DEFAULT')?.name };
  }

  /** Keeps other processes from changing the table's partitions until the transaction ends; false when one is at it. */
  lock({ table }: PartitionedTable): Promise<boolean> {
    return this.database.tryLock(`partitions of ${table}`);
  }

  /** Makes a partition. What the default one has of it moves along, before anybody sees either. */
  async make(
    { table, prefix }: PartitionedTable,
    name: string,
    from: Date,
    to: Date,
    rest: string,
  ): Promise<void> {
    const [first, end] = [idBound(prefix, from), idBound(prefix, to)];
    const column = await this.dividingColumn(table);
    await this.database.execute(`LOCK TABLE "${rest}" IN ACCESS EXCLUSIVE MODE`);
    await this.database.execute(`CREATE TABLE "${name}" (LIKE "${table}" INCLUDING ALL)`);
    for (const { sql } of await this.database.query<{ sql: string }>(GUARDS, table, name))
      await this.database.execute(sql);
    await this.database.execute(
      `WITH moved AS (DELETE FROM "${rest}" WHERE "${column}" >= '${first}' AND "${column}" < '${end}' RETURNING *)
       INSERT INTO "${name}" SELECT * FROM moved`,
    );
    await this.database.execute(
      `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${first}') TO ('${end}')`,
    );
  }

  /** From now on nobody reads or writes the table until the transaction ends. Partitions are locked by way of their table. */
  async close({ table }: PartitionedTable): Promise<void> {
    await this.database.execute(`LOCK TABLE ONLY "${table}" IN ACCESS EXCLUSIVE MODE`);
  }

  /** Whether a row of the partition is needed. */
  async isNeeded({ needed }: PartitionedTable, name: string, before: Date): Promise<boolean> {
    for (const condition of needed) {
      const sql = `SELECT 1 AS found FROM "${name}" WHERE ${condition} LIMIT 1`;
      const values = condition.includes('$1') ? [before] : [];
      if ((await this.database.query(sql, ...values)).length > 0) return true;
    }
    return false;
  }

  /** About how many rows a partition has, as the last vacuum counted, and its size with indexes. */
  async size(name: string): Promise<{ rows: number; bytes: number }> {
    const [row] = await this.database.query<{ rows: number; bytes: number }>(
      `SELECT greatest(reltuples, 0)::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes
       FROM pg_class WHERE oid = to_regclass($1)`,
      name,
    );
    return row ?? { rows: 0, bytes: 0 };
  }

  async drop(name: string): Promise<void> {
    await this.database.execute(`DROP TABLE "${name}"`);
  }

  /** Deletes up to `limit` aged rows of one partition; returns how many. */
  deleteAged({ aged }: PartitionedTable, name: string, before: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM "${name}" WHERE ctid = ANY(ARRAY(SELECT ctid FROM "${name}" WHERE ${aged} LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      before,
      limit,
    );
  }

  private async dividingColumn(table: string): Promise<string> {
    const [row] = await this.database.query<{ name: string }>(
      `SELECT a.attname AS name FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
       WHERE p.partrelid = $1::regclass`,
      table,
    );
    if (!row) throw new Error(`${table} is not partitioned`);
    return row.name;
  }
}
