/** Events that are searched first, when it is not known how long that takes. */
export const FIRST_SEARCH = 50;
const MOST = 1_000;
/** A search takes about so long: the limit of transactions is far away then. */
const SEARCH_MS = 500;
const GROWS = 4;

/** How many events to search next, after so many took `tookMs`: events with many large answers are few at a time. */
export function nextSearch(size: number, tookMs: number): number {
  const asLong = Math.floor((size * SEARCH_MS) / Math.max(1, tookMs));
  return Math.max(1, Math.min(asLong, size * GROWS, MOST));
}
