import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type CompletedPart,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { parseRenditionKey, parseTakeKey } from './object-keys.js';

const PARALLEL_COPIES = 8;

/** Makes one object of several inside the store: a multipart upload whose parts are copies of them. */
export class S3Joiner {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {}

  async join(keys: readonly string[], target: string): Promise<void> {
    const at = { Bucket: this.bucket, Key: target };
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(at));
    if (UploadId === undefined) throw new Error('the store began no multipart upload');
    try {
      const Parts = await this.copy(keys, { ...at, UploadId });
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
      await this.abort(key, uploadId);
      aborted += 1;
    }
    return aborted;
  }

  private async copy(
    keys: readonly string[],
    upload: { Bucket: string; Key: string; UploadId: string },
  ): Promise<CompletedPart[]> {
    const limit = pLimit(PARALLEL_COPIES);
    const copies = keys.map((key, index) =>
      limit(async () => {
        const PartNumber = index + 1;
        const command = new UploadPartCopyCommand({
          ...upload,
          PartNumber,
          CopySource: `${this.bucket}/${key}`,
        });
        const { CopyPartResult } = await this.client.send(command);
        if (CopyPartResult?.ETag === undefined) throw new Error(`the store did not copy ${key}`);
        return { PartNumber, ETag: CopyPartResult.ETag };
      }),
    );
    // An abort does not reach copies that are still under way.
    await Promise.allSettled(copies);
    return Promise.all(copies);
  }

  private async abort(key: string, uploadId: string): Promise<void> {
    await this.client.send(
      new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: uploadId }),
    );
  }

  private async *unfinished(): AsyncIterable<{ key: string; uploadId: string; begun: Date }> {
    let page: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (page) {
      const answer: Awaited<ReturnType<S3Joiner['list']>> = await this.list(page);
      for (const { Key, UploadId, Initiated } of answer.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined && Initiated !== undefined)
          yield { key: Key, uploadId: UploadId, begun: Initiated };
      }
      page = answer.IsTruncated
        ? { KeyMarker: answer.NextKeyMarker ?? '', UploadIdMarker: answer.NextUploadIdMarker ?? '' }
        : undefined;
    }
  }

  private list(page: { KeyMarker?: string; UploadIdMarker?: string }) {
    return this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket, ...page }));
  }
}
