import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { statusOf, unavailable } from './s3-errors.js';

/** Of no organization, so that it is never taken for media. */
export const MARKER_KEY = '.capture-store';

/** The marker of a bucket, an object beside the media. */
export class S3Marker {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {}

  async read(): Promise<string | undefined> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: MARKER_KEY }));
      return await Body?.transformToString();
    } catch (error) {
      // A bucket that is not there answers 404 as well.
      if (statusOf(error) === 404 && (error as Error).name === 'NoSuchKey') return undefined;
      throw unavailable(error);
    }
  }

  async write(text: string): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.bucket, Key: MARKER_KEY, Body: text });
    await this.client.send(command).catch((error: unknown) => {
      throw unavailable(error);
    });
  }
}
