// What a schema holds, as comparable lines: columns, indexes and keys.
import pg from 'pg';

const COLUMNS = `
  SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
         || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
         || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`;
const INDEXES = `
  SELECT 'index ' || indexdef AS line FROM pg_indexes WHERE schemaname = $1 AND tablename <> '_prisma_migrations'`;
const FOREIGN_KEYS = `
  SELECT 'foreign key ' || conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) AS line
  FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE n.nspname = $1 AND contype = 'f'`;

/** Lines of the schema of `target`, after running `sql` in it. */
export async function catalogue(target, sql = '') {
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  try {
    if (sql !== '') await client.query(sql);
    const lines = [];
    for (const query of [COLUMNS, INDEXES, FOREIGN_KEYS]) {
      const { rows } = await client.query(query, [target.schema]);
      lines.push(...rows.map((row) => row.line));
    }
    return lines.sort();
  } finally {
    await client.end();
  }
}
