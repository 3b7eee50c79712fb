function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a table shows of each row, by heading. */
export type Columns<Row> = Record<string, (row: Row) => unknown>;

/** Rows under headings, each column as wide as its widest cell. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  if (rows.length === 0) return 'Nothing to show.';
  const headings = Object.keys(columns);
  const lines = [headings, ...rows.map((row) => Object.values(columns).map((pick) => cell(pick(row))))];
  const widths = headings.map((_heading, index) =>
    Math.max(...lines.map((line) => line[index]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One thing, a line per member. */
export function record(members: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(members).map((name) => name.length));
  return Object.entries(members)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n');
}
