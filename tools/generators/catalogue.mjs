// What a schema holds, as comparable lines: columns, indexes, keys, and what tables are partitioned by. A partition has the
// columns and indexes of its table, or could not be attached to it: it is left out.
import pg from 'pg';

const COLUMNS = `
  SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
         || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
         || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'`;
const INDEXES = `
  SELECT 'index ' || replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') AS line
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  WHERE t.relnamespace = $1::regnamespace AND NOT t.relispartition AND t.relname <> '_prisma_migrations'`;
const FOREIGN_KEYS = `
  SELECT 'foreign key ' || conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) AS line
  FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE n.nspname = $1 AND contype = 'f'`;
const PARTITIONED = `
  SELECT 'partitioned ' || c.relname || ' ' || pg_get_partkeydef(c.oid) AS line
  FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'p' AND NOT c.relispartition`;
/** Prisma's language has no partitions: a comment above the model names the column. */
const PARTITIONED_MODEL =
  /^\/\/\/ Partitioned by range of (\w+)\.\n(?:\/\/\/.*\n)*model [^}]*@@map\("(\w+)"\)/gm;

/** Lines of the tables that a datamodel says are partitioned. */
export function partitionedTables(datamodel) {
  return [...datamodel.matchAll(PARTITIONED_MODEL)].map(
    ([, column, table]) => `partitioned ${table} RANGE (${column})`,
  );
}

/** Lines of the schema of `target`, after running `sql` in it. */
export async function catalogue(target, sql = '') {
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  try {
    if (sql !== '') await client.query(sql);
    const lines = [];
    for (const query of [COLUMNS, INDEXES, FOREIGN_KEYS, PARTITIONED]) {
      const { rows } = await client.query(query, [target.schema]);
      lines.push(...rows.map((row) => row.line));
    }
    return lines.sort();
  } finally {
    await client.end();
  }
}
