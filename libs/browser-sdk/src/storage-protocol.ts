/** What the page and the storage worker say to each other. */

/** The folder of the origin-private file system that holds every take of this origin. */
export const ROOT = 'capture-v1';
export const JOURNAL = 'journal.log';
export const UPLOAD = 'upload.json';
/** Written in turns, so that a torn write leaves the other one whole. */
export const MANIFESTS = ['manifest.a', 'manifest.b'] as const;

export function segmentName(index: number): string {
  return `seg-${String(index).padStart(3, '0')}.mp4`;
}

export type StorageCommand =
  /** Makes the take's folder and opens its journal. */
  | { op: 'open'; takeId: string }
  /** Ends the current segment's file, if any, and begins the next. */
  | { op: 'segment'; index: number }
  /** Resolves once the bytes and their journal record are on stable storage. */
  | { op: 'append'; chunk: Blob; atMs: number }
  /** Replaces a small file of the take. */
  | { op: 'put'; takeId: string; name: string; text: string }
  /** Lets go of every file, so that others may read or remove them. */
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
