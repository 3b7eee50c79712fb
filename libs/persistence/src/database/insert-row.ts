import type { PreparedStatement } from './gathered.js';

/**
 * Adds one row past the generated client. Columns are named after the keys of `row`: `createdAt` is `created_at`. Rows of one
 * kind have the same keys in the same order, and so one statement.
 * @param conflict what follows `ON CONFLICT`
 */
export function insertRow(table: string, row: object, conflict?: string): PreparedStatement {
  const columns = Object.keys(row).map((key) =>
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const places = columns.map((_, index) => `$${index + 1}`);
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`;
  return { sql: conflict ? `${insert} ON CONFLICT ${conflict}` : insert, values: Object.values(row) };
}
