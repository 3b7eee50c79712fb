/** One page of a list, newest first. `nextCursor` is the id of the last item, null on the last page. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

export const PAGE_LIMIT = { min: 1, max: 100, default: 25 } as const;

/**
 * Cuts a page out of `limit + 1` rows: the extra row only tells that another page follows, so that a full
 * last page still says `nextCursor: null`.
 */
export function toPage<Row extends { id: string }, T>(
  rows: Row[],
  limit: number,
  map: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(map), nextCursor: rows.length > limit && last ? last.id : null };
}
