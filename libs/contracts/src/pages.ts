import { AppError } from './errors/app-error.js';
import type { FieldOptions } from './fields/field.js';
import { IdField, IntField, StringField } from './fields/values.js';
import type { IdKind } from './ids.js';
import { ONE_LINE } from './fields/text.js';

/** One page of a list, newest first. `nextCursor` is the id of the last item, null on the last page. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** `nextCursor` of a page: an id of the kind, or any text where rows are named otherwise. */
export function NextCursorField(options: FieldOptions & { kind?: IdKind } = {}): PropertyDecorator {
  const { kind, ...documented } = options;
  const nullable = { ...documented, nullable: true };
  return kind ? IdField(kind, nullable) : StringField(nullable);
}

export const PAGE_LIMIT = { min: 1, max: 100, default: 25 } as const;

/**
 * Cuts a page out of `limit + 1` rows: the extra row only shows that another page follows, so that a full
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

/** Query of every list: `?limit=25&cursor=<id of the last item of the page before>`. */
export class PageQuery {
  @IntField({
    optional: true,
    text: true,
    min: PAGE_LIMIT.min,
    max: PAGE_LIMIT.max,
    default: PAGE_LIMIT.default,
    description: 'Items per page',
  })
  limit: number = PAGE_LIMIT.default;

  // As long as a URL may be: whatever resolves to nothing is an invalid cursor.
  @StringField({
    optional: true,
    min: 0,
    max: 16_384,
    unstored: true,
    description: '`nextCursor` of the page before',
  })
  cursor?: string;
}

/** 400 `invalid_cursor`, in the same words for every list. */
export function invalidCursor(): AppError {
  const detail = 'The cursor resolves to nothing; start again without one.';
  return new AppError('invalid_cursor', detail, { field: 'cursor' });
}

/** Where the rows of a list come from: both calls see the caller's organization only. */
export interface PageSource<Row> {
  has(cursor: string): Promise<boolean>;
  /** At most `take` rows that follow the cursor, newest first; the first ones without a cursor. */
  after(cursor: string | undefined, take: number): Promise<Row[]>;
  /**
   * Where a search that looks at so many rows a page goes on: the id of the last row that `after` looked at, null when none
   * follows. Asked when a page is not full.
   */
  resume?(cursor: string | undefined): Promise<string | null>;
}

/**
 * Reads one page by keyset.
 * @throws AppError `invalid_cursor` when the cursor is not the id of a row of this list.
 */
export async function readPage<Row extends { id: string }, T>(
  { limit, cursor }: PageQuery,
  source: PageSource<Row>,
  map: (row: Row) => T,
): Promise<Page<T>> {
  if (cursor !== undefined && !(ONE_LINE.test(cursor) && (await source.has(cursor)))) {
    throw invalidCursor();
  }
  const page = toPage(await source.after(cursor, limit + 1), limit, map);
  if (page.nextCursor !== null || !source.resume) return page;
  return { ...page, nextCursor: await source.resume(cursor) };
}
