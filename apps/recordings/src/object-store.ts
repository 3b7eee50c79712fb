import type { Readable } from 'node:stream';
import type { ByteRange } from './byte-range.js';

/** One stored blob: a part of a take. Keys are `<organizationId>/<uploadId>/<part file>`. */
export interface StoredBlob {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/**
 * Where media bytes live. A key is written once and for all: its name holds the digest of its content, so two
 * writers of one key write the same bytes. One conformance suite runs over every implementation.
 */
export abstract class ObjectStore {
  /**
   * Resolves once the bytes survive a crash. When `body` fails, nothing appears under `key` and nothing that was
   * there is harmed.
   * @throws AppError `service_unavailable` when the store is full or out of reach; whatever `body` throws.
   */
  abstract put(key: string, body: AsyncIterable<Buffer>, sizeBytes: number): Promise<void>;

  /** Bytes of a blob; both ends of `range` are included. The stream fails when the blob is missing. */
  abstract read(key: string, range?: ByteRange): Readable;

  /**
   * Hands all bytes of a blob to `sink`, in order. The bytes are valid during the call only: `scratch` may be read into
   * again and again, because buffers that are thrown away by the gigabyte keep the garbage collector busy.
   */
  abstract pour(key: string, scratch: Buffer, sink: (bytes: Buffer) => void): Promise<void>;

  /** Removes blobs; absent ones are fine. */
  abstract remove(keys: readonly string[]): Promise<void>;

  /** Every blob whose key starts with `prefix`. */
  abstract list(prefix?: string): AsyncIterable<StoredBlob>;

  /** Removes what interrupted writes left behind, when last touched before `olderThan`. Returns how many. */
  abstract sweep(olderThan: Date): Promise<number>;

  /** Rejects, with a message for an operator, when the store cannot take bytes. */
  abstract check(): Promise<void>;

  /** Lets go of connections. */
  abstract close(): void;
}

/** Key of a part's bytes. */
export function partKey(
  organizationId: string,
  uploadId: string,
  part: { number: number; sha256: string },
): string {
  return `${organizationId}/${uploadId}/${String(part.number).padStart(5, '0')}-${part.sha256}`;
}

/** Key prefix of every part of an upload. */
export function uploadPrefix(organizationId: string, uploadId: string): string {
  return `${organizationId}/${uploadId}/`;
}

export interface PartKey {
  organizationId: string;
  uploadId: string;
  number: number;
  sha256: string;
}

/** What a key names, or undefined for a key that is none of ours. */
export function parsePartKey(key: string): PartKey | undefined {
  const match = /^(org_[0-9a-z]{26})\/(upl_[0-9a-z]{26})\/(\d{5,})-([0-9a-f]{64})$/.exec(key);
  if (!match) return undefined;
  const [, organizationId = '', uploadId = '', number = '', sha256 = ''] = match;
  return { organizationId, uploadId, number: Number(number), sha256 };
}
