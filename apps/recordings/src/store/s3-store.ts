import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { parsePartKey, parseRenditionKey } from './object-keys.js';
import {
  ObjectStore,
  type ByteRange,
  type LinkedFile,
  type SignedPut,
  type SizedBlob,
  type StoredBlob,
} from './object-store.js';
import { failed, statusOf, unavailable } from './s3/s3-errors.js';
import { S3HashCheck } from './s3/s3-hash-check.js';
import { S3Joiner } from './s3/s3-joiner.js';
import { MARKER_KEY, S3Marker } from './s3/s3-marker.js';
import { S3Signer } from './s3/s3-signer.js';

const PARALLEL_DELETES = 8;
/** The SDK also writes to the console what it throws. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

export interface S3Settings {
  /** AWS's own for the region unless given. */
  endpoint?: string;
  /** Where clients reach the same store, when that is another address. */
  publicEndpoint?: string;
  bucket: string;
  region: string;
  /** False where clients do not reach the store at all: every byte then passes through the service. */
  direct: boolean;
  /** Bytes that the store asks of every part of a multipart upload but the last; S3's own 5 MiB unless given. */
  minPartBytes?: number;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/**
 * Blobs as objects of one bucket, each written by one PUT whose signature covers the SHA-256 of its content: a backend
 * that honours signatures refuses other bytes, whoever sends them. Backends are not asked for checksum headers, which not
 * all of them know. Clients exchange bytes with the bucket directly where they can.
 */
export class S3Store extends ObjectStore {
  override readonly takesDirectly: boolean;
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly joiner: S3Joiner;
  private readonly marker: S3Marker;
  private readonly hashCheck: S3HashCheck;
  /** Signs what clients send. */
  private readonly signer: S3Signer;

  constructor({ bucket, direct, publicEndpoint, minPartBytes, ...settings }: S3Settings) {
    super();
    this.bucket = bucket;
    this.takesDirectly = direct;
    this.client = new S3Client({
      ...settings,
      logger: SILENT,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    });
    this.joiner = new S3Joiner(this.client, bucket, minPartBytes);
    this.marker = new S3Marker(this.client, bucket);
    const { region } = settings;
    const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
    this.signer = new S3Signer(this.client, { endpoint: publicEndpoint ?? endpoint, bucket, region });
    // Through the internal address: the public one may not be reachable from here.
    this.hashCheck = new S3HashCheck(new S3Signer(this.client, { endpoint, bucket, region }), (key) =>
      this.remove([key]),
    );
  }

  override async put(key: string, body: AsyncIterable<Buffer>, sizeBytes: number): Promise<void> {
    const broken = new AbortController();
    let cause: Error | undefined;
    // The SDK does not notice a body that fails, and would wait for the rest of it.
    const watched = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* body;
      } catch (error) {
        cause = error instanceof Error ? error : new Error(String(error));
        broken.abort();
      }
    };
    try {
      const command = new PutObjectCommand({
        Bucket: this.bucket,
        Key: key,
        Body: Readable.from(watched(), { objectMode: false }),
        ContentLength: sizeBytes,
      });
      const hash = (parsePartKey(key) ?? parseRenditionKey(key))?.sha256;
      signContent(command, hash);
      const { ETag } = await this.client.send(command, { abortSignal: broken.signal });
      // Some backends answer 200 and put the error into the body (scenario 41): then there is no ETag. Swift has none either
      // for the earlier of two writers of one key: the object of the later one stands then, and has the same hash.
      if (ETag === undefined && !(hash !== undefined && (await this.holds(key, sizeBytes))))
        throw new Error('the store answered without an ETag');
    } catch (error) {
      throw cause ?? unavailable(error);
    }
  }

  private async holds(key: string, sizeBytes: number): Promise<boolean> {
    const command = new HeadObjectCommand({ Bucket: this.bucket, Key: key });
    const found = await this.client.send(command).catch((error: unknown) => {
      if (statusOf(error) !== 404) throw error;
    });
    return found?.ContentLength === sizeBytes;
  }

  override async signPut(
    key: string,
    bytes: { size: number; sha256: string },
    lifetimeSec: number,
  ): Promise<SignedPut | undefined> {
    if (!this.takesDirectly) return undefined;
    const enforced = await this.hashCheck.enforcesHash().catch((error: unknown) => {
      throw unavailable(error);
    });
    return enforced ? this.signer.put(key, bytes, lifetimeSec) : undefined;
  }

  override async signGet(
    key: string,
    { name, contentType, disposition }: LinkedFile,
    lifetimeSec: number,
  ): Promise<string | undefined> {
    if (!this.takesDirectly) return undefined;
    const query = {
      'response-cache-control': 'private, no-cache',
      'response-content-disposition': `${disposition}; filename="${name}"`,
      'response-content-type': contentType,
    };
    return this.signer.get(key, query, lifetimeSec);
  }

  override async join(blobs: readonly SizedBlob[], target: string): Promise<boolean> {
    await this.joiner.join(blobs, target).catch((error: unknown) => {
      throw unavailable(error);
    });
    return true;
  }

  /** Goes on where it breaks off, as long as each answer brings something: the client ends one that is not read for 30 s. */
  override read(key: string, range?: ByteRange): Readable {
    const chunks = async function* (this: S3Store): AsyncGenerator<Buffer> {
      let start = range?.start ?? 0;
      let end = range?.end;
      while (end === undefined || start <= end) {
        const { body, sizeBytes } = await this.get(key, { start, end });
        end ??= sizeBytes - 1;
        const begun = start;
        try {
          for await (const chunk of body) {
            start += chunk.length;
            yield chunk;
          }
          return;
        } catch (error) {
          if (start === begun) throw error;
        }
      }
    };
    return Readable.from(chunks.call(this), { objectMode: false });
  }

  private async get(
    key: string,
    { start, end }: { start: number; end: number | undefined },
  ): Promise<{ body: AsyncIterable<Buffer>; sizeBytes: number }> {
    const Range = end === undefined ? undefined : `bytes=${start}-${end}`;
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: key, Range });
    const { Body, ContentLength = 0 } = await this.client.send(command).catch(failed);
    return { body: Body as AsyncIterable<Buffer>, sizeBytes: ContentLength };
  }

  override async remove(keys: readonly string[]): Promise<void> {
    const queue = [...keys];
    const worker = async (): Promise<void> => {
      for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
        await this.client
          .send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }))
          .catch((error: unknown) => {
            if (statusOf(error) !== 404) throw unavailable(error);
          });
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_DELETES }, worker));
  }

  override async *list(prefix = ''): AsyncIterable<StoredBlob> {
    let token: string | undefined;
    do {
      const page = await this.client
        .send(new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: token }))
        .catch(failed);
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && Key !== MARKER_KEY)
          yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date() };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  override async dropUnfinished(prefix: string): Promise<void> {
    await this.joiner.drop(prefix).catch(failed);
  }

  /** A PUT that breaks off leaves nothing behind; the joining of a file may. */
  override sweep(olderThan: Date): Promise<number> {
    return this.joiner.sweep(olderThan);
  }

  override readMarker(): Promise<string | undefined> {
    return this.marker.read();
  }

  override writeMarker(text: string): Promise<void> {
    return this.marker.write(text);
  }

  override async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
    if (this.takesDirectly) await this.hashCheck.enforcesHash();
  }

  override close(): void {
    this.client.destroy();
  }
}

/** States the content's hash in a signed header instead of leaving the payload unsigned, as streams are by default. */
function signContent(command: PutObjectCommand, sha256: string | undefined): void {
  if (sha256 === undefined) return;
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signContent' },
  );
}
