import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';

interface ReadPage<T> {
  data: T[];
  nextCursor: string | null;
}

interface UsePagesOptions {
  /** Milliseconds after which the list is asked for again. */
  refreshMs?: number;
}

/**
 * A list of the API, page after page. `items` is undefined until the first page is there; `problem` is of reading what is shown, and not of
 * reading more (`More` tells that).
 */
export function usePages<T>(
  queryKey: QueryKey,
  read: (cursor: string | undefined) => Promise<ReadPage<T>>,
  { refreshMs }: UsePagesOptions = {},
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: refreshMs ?? false,
  });
  const problem = list.isFetchNextPageError ? null : list.error;
  return { list, problem, items: list.data?.pages.flatMap(({ data }) => data) };
}
