/** Rows that belong to a row of a `RemovedTable`. */
interface RemovedChild {
  table: string;
  /** Column that names the parent. */
  column: string;
  /** The rows stay, and name the parent no more. */
  detach?: true;
}

/** A table that a deleted organization's rows are removed from. Tables stand in an order that references allow. */
export interface RemovedTable {
  table: string;
  /** Column that names the organization; `organization_id` where it is left out. */
  organization?: string;
  /**
   * Rows that go with those of this table, in the same transaction. `key` is the column that they name. `atOnce` rows of this
   * table go in one transaction: 20 where it is left out, as each may have thousands of others.
   */
  with?: { key: string; children: readonly RemovedChild[]; atOnce?: number };
  /** SQL condition of rows that are removed; the others stay for good. */
  only?: string;
  /** SQL condition of rows that are removed now; the deletion waits until the others meet it. */
  when?: string;
}

/** How many rows were removed, for each table. */
export type RemovedCounts = Record<string, number>;
