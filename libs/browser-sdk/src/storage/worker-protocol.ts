/** The messages between the page and the storage worker: tuples, as the two are minified apart from each other. */

/** New bytes of one of the take's files, which ends after them. */
export type FileWrite = readonly [name: string, at: number, bytes: Blob];

/**
 * Carries the writes out one after the other, each flushed to stable storage before the next. Files stay open
 * until `isLast`, after which others may remove them.
 */
export type StorageRequest = readonly [
  id: number,
  takeId: string,
  writes: readonly FileWrite[],
  isLast: boolean,
];

/** `error`: its name and message. */
export type StorageReply = readonly [id: number, error?: string];
