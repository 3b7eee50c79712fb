/** The messages between the page and the storage worker. */

export type StorageCommand =
  /** Makes the take's folder and opens its journal. */
  | { op: 'open'; takeId: string }
  /** Ends the current segment's file, if any, and begins the next. */
  | { op: 'segment'; index: number }
  /** Resolves once the bytes and their journal record are on stable storage. */
  | { op: 'append'; chunk: Blob; atMs: number }
  /** Replaces a small file of the take. */
  | { op: 'put'; takeId: string; name: string; text: string }
  /** Closes every file, so that others may read or remove them. */
  | { op: 'close' };

export interface Durable {
  /** Bytes of the current segment on stable storage. */
  end: number;
  /** End of its last complete fragment. */
  safe: number;
}

export type StorageRequest = StorageCommand & { id: number };

export interface StorageReply {
  id: number;
  durable?: Durable;
  error?: { name: string; message: string };
}
