/**
 * What makes a spreadsheet read a cell as a formula when it stands first, the wide forms included
 * (OWASP, CSV Injection).
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
const NEEDS_QUOTES = /[",\r\n;]|^\s|\s$|^'/u;

/** A cell of a table that spreadsheets show as text: an apostrophe comes before what they would work out. */
function cellOf(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** A table as CSV (RFC 4180), in UTF-8, with lines that end in CRLF. @param rows each as long as the header */
export function csvOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}
