import type { Readable } from 'node:stream';

/** Bytes `start` to `end` of a blob or a file, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Takes bytes, and resolves once it needs them no more. */
export type Sink = (bytes: Buffer) => Promise<void>;

export interface SizedBlob {
  key: string;
  sizeBytes: number;
}

/** One stored blob: a part of a take, or a whole one. Keys are `<organizationId>/<uploadId>/<file>`. */
export interface StoredBlob extends SizedBlob {
  modifiedAt: Date;
}

/** A presigned PUT: its holder can store these bytes and no others. */
export interface SignedPut {
  url: string;
  /** To be sent along as they are. */
  headers: Record<string, string>;
  /** From now on; may be less than was asked for. */
  lifetimeSec: number;
}

/** What a URL tells a browser of the blob that it leads to. */
export interface LinkedFile {
  name: string;
  contentType: string;
  /** Whether the browser saves the file or shows it. */
  disposition: 'attachment' | 'inline';
}

export function endsEarly(missingBytes: number): Error {
  return new Error(`the blob ends ${missingBytes} bytes before the range does`);
}

/**
 * Where media bytes live. A key is written once and for all: its name holds the digest of its content, so two
 * writers of one key write the same bytes. One conformance suite runs over every implementation.
 */
export abstract class ObjectStore {
  /** True where clients may put bytes directly, without passing through the service; they are found by listing. */
  readonly takesDirectly: boolean = false;

  /**
   * Resolves once the bytes survive a crash. When `body` fails, nothing appears under `key` and nothing that was
   * there is harmed. The chunks of `body` become the store's: it may give their memory back once they are written.
   * @throws AppError `storage_full`; `service_unavailable` when the store is out of reach; whatever `body` throws.
   */
  abstract put(key: string, body: AsyncIterable<Buffer>, sizeBytes: number): Promise<void>;

  /** Refuses what is to be sent later and would not fit now. @throws AppError `storage_full` */
  requireRoom(_bytes: number): Promise<void> {
    return Promise.resolve();
  }

  /**
   * A request with which a client puts a blob itself. The store refuses it any bytes but those of this size and SHA-256.
   * Undefined where bytes go through the service.
   * @throws AppError `service_unavailable` while it is unknown whether the store enforces that.
   */
  signPut(
    _key: string,
    _bytes: { size: number; sha256: string },
    _lifetimeSec: number,
  ): Promise<SignedPut | undefined> {
    return Promise.resolve(undefined);
  }

  /** URL of a blob for a client that gets it as that file; undefined where bytes go through the service. */
  signGet(_key: string, _file: LinkedFile, _lifetimeSec: number): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Concatenates blobs inside the store, in order; the originals stay. False where that is
   * not done: a file is then kept in its parts.
   * @throws AppError `service_unavailable`; nothing appears under `target` then.
   */
  join(_blobs: readonly SizedBlob[], _target: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Bytes of a blob; both ends of `range` are included. The stream fails when the blob is missing. */
  abstract read(key: string, range?: ByteRange): Readable;

  /**
   * Hands bytes of a blob to `sink`, in order, and no more of them before it is done with the last. They are valid until
   * then: `scratch` may be read into again and again.
   * @throws Error when the blob is missing or ends before the range does; whatever `sink` throws.
   */
  async deliver(key: string, range: ByteRange, _scratch: Buffer, sink: Sink): Promise<void> {
    let missing = range.end - range.start + 1;
    for await (const chunk of this.read(key, range)) {
      missing -= (chunk as Buffer).length;
      await sink(chunk as Buffer);
    }
    if (missing > 0) throw endsEarly(missing);
  }

  /** Where a blob lies as a file that this process can read; undefined where it is none. */
  pathOf(_key: string): string | undefined {
    return undefined;
  }

  /** Removes blobs; absent ones are fine. */
  abstract remove(keys: readonly string[]): Promise<void>;

  /** Every blob whose key starts with `prefix`. */
  abstract list(prefix?: string): AsyncIterable<StoredBlob>;

  /**
   * Removes what unfinished writes of blobs whose keys start with `prefix` have put aside. A write that is under way fails,
   * or its blob appears and is listed.
   */
  abstract dropUnfinished(prefix: string): Promise<void>;

  /** Removes what interrupted writes left behind, when last touched before `olderThan`. Returns how many. */
  abstract sweep(olderThan: Date): Promise<number>;

  /** The text that `writeMarker` wrote last; undefined where there is none. It is no blob: nothing lists or removes it. */
  abstract readMarker(): Promise<string | undefined>;

  /** Resolves once the text survives a crash. A reader sees it whole, or the one before. */
  abstract writeMarker(text: string): Promise<void>;

  /** Rejects, with a message for an operator, when the store cannot take bytes. */
  abstract check(): Promise<void>;

  /** Closes connections. */
  abstract close(): void;
}
