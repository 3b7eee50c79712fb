// What a row of the benchmarks has to reach: `≥ 1.3` or `≤ 2` of its ratio, or of its own figure in the unit that both name.

const GOAL = /^([≥≤]) ([\d.]+)(?:(\/s)| (ms)| (s)| (points)| (deliveries)| (MiB))?$/;

/** The row with `met`: yes or no. @throws Error when its goal is missing, or names no figure of the row */
export function judged(row) {
  const [, relation, bound, ...units] = GOAL.exec(row.goal ?? '') ?? [];
  if (bound === undefined) throw new Error(`"${row.what}" has no goal that it could miss: ${row.goal ?? ''}`);
  const unit = units.find(Boolean);
  const text = unit === undefined ? (row.ratio ?? '') : row.ours;
  const figure = Number.parseFloat(text);
  if (Number.isNaN(figure) || (unit !== undefined && !text.includes(unit)))
    throw new Error(`"${row.what}" has no figure for its goal ${row.goal}: ${text}`);
  const met = relation === '≥' ? figure >= Number(bound) : figure <= Number(bound);
  return { ...row, met: met ? 'yes' : 'no' };
}
