import type { Query, QueryClient } from '@tanstack/react-query';

/** When each kept answer was last asked for, by `performance.now()`: what it says was so then or later. */
const askedAt = new WeakMap<Query, number>();

/** From now on it is noted when answers are asked for. */
export function noteReadings(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch')
      askedAt.set(event.query, performance.now());
  });
}

/** @param at by `performance.now()` */
export function isAskedSince(query: Query, at: number): boolean {
  return (askedAt.get(query) ?? -Infinity) >= at;
}
