/**
 * A table that is divided by range of a column of TypeIDs (prefix, `_`, UUIDv7 in base 32). Their first ten characters are the
 * time in milliseconds, so a range of ids is one of time, and a key of the table that has the column is unique over all of it.
 */
export interface PartitionedTable {
  table: string;
  /** Prefix of the ids in the column that divides the table. */
  prefix: string;
  /** SQL condition of rows that are not needed any more. `$1` is the time from which on rows are kept. */
  aged: string;
  /**
   * SQL conditions, one of which holds for each row that is not aged. An index has to answer each of them: they are asked while
   * nobody else can read the table.
   */
  needed: readonly string[];
}
