import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type CompletedPart,
  type S3Client,
  GetObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { parseRenditionKey, parseTakeKey } from '../object-keys.js';
import type { SizedBlob } from '../object-store.js';

const PARALLEL_COPIES = 8;
/** Each is held in memory: at least the smallest part that the store takes, at most twice that. */
const PARALLEL_GATHERINGS = 2;
const MIN_PART_BYTES = 5 * 1024 * 1024;

interface MultipartUpload {
  Bucket: string;
  Key: string;
  UploadId: string;
}
type UploadedPart = MultipartUpload & { PartNumber: number };

/**
 * Makes one object of several: a multipart upload whose parts are copies of them, made inside the store. Objects that are
 * smaller than the store takes as parts are read and sent again, several as one part.
 */
export class S3Joiner {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
    private readonly minPartBytes = MIN_PART_BYTES,
  ) {}

  async join(blobs: readonly SizedBlob[], target: string): Promise<void> {
    const at = { Bucket: this.bucket, Key: target };
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(at));
    if (UploadId === undefined) throw new Error('the store began no multipart upload');
    try {
      const Parts = await this.sendParts(blobs, { ...at, UploadId });
      const { ETag } = await this.client.send(
        new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }),
      );
      // A 200 may carry an error in its body, since it is begun before the work is done: then there is no ETag.
      if (ETag === undefined) throw new Error('the store answered without an ETag');
    } catch (error) {
      // What this misses is aborted by the sweep.
      await this.abort(target, UploadId).catch(() => undefined);
      throw error;
    }
  }

  /** Gives up our multipart uploads that were begun before then and never ended. Returns how many. */
  async sweep(olderThan: Date): Promise<number> {
    let aborted = 0;
    for await (const { key, uploadId, begun } of this.unfinished()) {
      if (begun >= olderThan || !(parseTakeKey(key) ?? parseRenditionKey(key))) continue;
      await this.abort(key, uploadId).catch(unlessGone);
      aborted += 1;
    }
    return aborted;
  }

  /** Gives up multipart uploads of objects whose keys start with `prefix`. */
  async drop(prefix: string): Promise<void> {
    for await (const { key, uploadId } of this.unfinished(prefix))
      if (key.startsWith(prefix)) await this.abort(key, uploadId).catch(unlessGone);
  }

  private async sendParts(blobs: readonly SizedBlob[], upload: MultipartUpload): Promise<CompletedPart[]> {
    const [copying, gathering] = [pLimit(PARALLEL_COPIES), pLimit(PARALLEL_GATHERINGS)];
    const sent = runsOf(blobs, this.minPartBytes).map(async ([first, ...more], index) => {
      const part = { ...upload, PartNumber: index + 1 };
      if (!first) throw new Error('a run is never empty');
      const ETag =
        more.length === 0
          ? await copying(() => this.copy(first.key, part))
          : await gathering(() => this.gather([first, ...more], part));
      if (ETag === undefined) throw new Error(`the store did not take part ${part.PartNumber}`);
      return { PartNumber: part.PartNumber, ETag };
    });
    // An abort does not reach copies that are still under way.
    await Promise.allSettled(sent);
    return Promise.all(sent);
  }

  private async copy(key: string, part: UploadedPart): Promise<string | undefined> {
    const { CopyPartResult } = await this.client.send(
      new UploadPartCopyCommand({ ...part, CopySource: `${this.bucket}/${key}` }),
    );
    return CopyPartResult?.ETag;
  }

  private async gather(blobs: readonly SizedBlob[], part: UploadedPart): Promise<string | undefined> {
    const bytes: Uint8Array[] = [];
    for (const { key } of blobs) {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      if (Body) bytes.push(await Body.transformToByteArray());
    }
    const { ETag } = await this.client.send(new UploadPartCommand({ ...part, Body: Buffer.concat(bytes) }));
    return ETag;
  }

  private async abort(key: string, uploadId: string): Promise<void> {
    await this.client.send(
      new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: uploadId }),
    );
  }

  private async *unfinished(prefix?: string): AsyncIterable<{ key: string; uploadId: string; begun: Date }> {
    let page: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (page) {
      const answer: Awaited<ReturnType<S3Joiner['list']>> = await this.list({ ...page, Prefix: prefix });
      for (const { Key, UploadId, Initiated } of answer.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined && Initiated !== undefined)
          yield { key: Key, uploadId: UploadId, begun: Initiated };
      }
      page = answer.IsTruncated
        ? { KeyMarker: answer.NextKeyMarker ?? '', UploadIdMarker: answer.NextUploadIdMarker ?? '' }
        : undefined;
    }
  }

  private list(page: { KeyMarker?: string; UploadIdMarker?: string; Prefix: string | undefined }) {
    return this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket, ...page }));
  }
}

/** @throws the error, unless somebody else was faster: S3 says `NoSuchUpload` then, and Swift `NoSuchKey` as well. */
function unlessGone(error: unknown): void {
  const { name } = (error ?? {}) as { name?: unknown };
  if (name !== 'NoSuchUpload' && name !== 'NoSuchKey') throw error;
}

/** Neighbours that have `minBytes` together, the last run perhaps less. A blob that has as much by itself stays alone. */
function runsOf(blobs: readonly SizedBlob[], minBytes: number): SizedBlob[][] {
  const runs: SizedBlob[][] = [];
  let bytes = minBytes;
  for (const blob of blobs) {
    if (bytes >= minBytes) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)?.push(blob);
    bytes += blob.sizeBytes;
  }
  return runs;
}
