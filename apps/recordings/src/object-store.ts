import type { Readable } from 'node:stream';
import type { ByteRange } from './byte-range.js';

/** One stored blob: a part of a take, or a whole one. Keys are `<organizationId>/<uploadId>/<file>`. */
export interface StoredBlob {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** A request signed in advance: whoever has it brings these bytes to the store, and no others. */
export interface SignedPut {
  url: string;
  /** To be sent along as they are. */
  headers: Record<string, string>;
  /** From now on; may be less than was asked for. */
  lifetimeSec: number;
}

/**
 * Where media bytes live. A key is written once and for all: its name holds the digest of its content, so two
 * writers of one key write the same bytes. One conformance suite runs over every implementation.
 */
export abstract class ObjectStore {
  /** True where bytes may arrive under a key without passing through us; what arrived so is found by listing. */
  readonly takesDirectly: boolean = false;

  /**
   * Resolves once the bytes survive a crash. When `body` fails, nothing appears under `key` and nothing that was
   * there is harmed. The chunks of `body` become the store's: it may give their memory back once they are written.
   * @throws AppError `service_unavailable` when the store is full or out of reach; whatever `body` throws.
   */
  abstract put(key: string, body: AsyncIterable<Buffer>, sizeBytes: number): Promise<void>;

  /**
   * A request with which a client puts a blob itself. The store refuses it any bytes but those of this size and SHA-256.
   * Undefined where bytes go through the service.
   * @throws AppError `service_unavailable` while it cannot be told whether the store would refuse others.
   */
  signPut(
    _key: string,
    _bytes: { size: number; sha256: string },
    _lifetimeSec: number,
  ): Promise<SignedPut | undefined> {
    return Promise.resolve(undefined);
  }

  /** URL of a blob for a client that saves it as that file; undefined where bytes go through the service. */
  signGet(
    _key: string,
    _file: { name: string; contentType: string },
    _lifetimeSec: number,
  ): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Makes one blob of several, in order, without their bytes passing through us; the several stay. False where that is
   * not done: a file is then kept in its parts.
   * @throws AppError `service_unavailable`; nothing appears under `target` then.
   */
  join(_keys: readonly string[], _target: string): Promise<boolean> {
    return Promise.resolve(false);
  }

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

/** Files that are made of an original and kept beside it. */
export const RENDITIONS = ['seekable'] as const;
export type RenditionName = (typeof RENDITIONS)[number];

/** Key of a part's bytes: of the original, or of a rendition. */
export function partKey(
  organizationId: string,
  uploadId: string,
  part: { number: number; sha256: string; rendition?: RenditionName },
): string {
  const file = part.rendition === undefined ? '' : `${part.rendition}-`;
  const number = String(part.number).padStart(5, '0');
  return `${uploadPrefix(organizationId, uploadId)}${file}${number}-${part.sha256}`;
}

/** Key of a whole rendition that was joined from parts. */
export function renditionKey(
  ref: { organizationId: string; uploadId: string; name: RenditionName },
  merkleRoot: string,
): string {
  return `${uploadPrefix(ref.organizationId, ref.uploadId)}${ref.name}-${merkleRoot}`;
}

/** Key of a whole file that was joined from parts: they are in its name by the RFC 6962 root over their digests. */
export function takeKey(organizationId: string, uploadId: string, merkleRoot: string): string {
  return `${uploadPrefix(organizationId, uploadId)}take-${merkleRoot}`;
}

/** Key prefix of everything that belongs to an upload. */
export function uploadPrefix(organizationId: string, uploadId: string): string {
  return `${organizationId}/${uploadId}/`;
}

export interface PartKey {
  organizationId: string;
  uploadId: string;
  number: number;
  sha256: string;
}

/** Upload of a joined file, or undefined for any other key. */
export function parseTakeKey(key: string): { uploadId: string } | undefined {
  const match = /^org_[0-9a-z]{26}\/(upl_[0-9a-z]{26})\/take-[0-9a-f]{64}$/.exec(key);
  return match?.[1] === undefined ? undefined : { uploadId: match[1] };
}

/** What a key of a rendition names, be it a part, whose digest is told, or joined; undefined for any other key. */
export function parseRenditionKey(key: string): { uploadId: string; sha256?: string } | undefined {
  const match = /^org_[0-9a-z]{26}\/(upl_[0-9a-z]{26})\/(\w+)-(?:\d{5,}-([0-9a-f]{64})|[0-9a-f]{64})$/.exec(
    key,
  );
  const [, uploadId, name, sha256] = match ?? [];
  if (uploadId === undefined || !RENDITIONS.some((rendition) => rendition === name)) return undefined;
  return { uploadId, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** What a key of a part of an original names, or undefined for a key that is none of ours. */
export function parsePartKey(key: string): PartKey | undefined {
  const match = /^(org_[0-9a-z]{26})\/(upl_[0-9a-z]{26})\/(\d{5,})-([0-9a-f]{64})$/.exec(key);
  if (!match) return undefined;
  const [, organizationId = '', uploadId = '', number = '', sha256 = ''] = match;
  return { organizationId, uploadId, number: Number(number), sha256 };
}
