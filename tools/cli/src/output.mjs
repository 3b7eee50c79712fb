function cell(value) {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Rows under headings, each column as wide as its widest cell. */
export function table(rows, columns) {
  if (rows.length === 0) return 'Nothing to show.';
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((pick) => cell(pick(row)))),
  ];
  const widths = lines[0].map((_heading, index) => Math.max(...lines.map((line) => line[index].length)));
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One thing, a line per member. */
export function record(members) {
  const width = Math.max(...Object.keys(members).map((name) => name.length));
  return Object.entries(members)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n');
}
