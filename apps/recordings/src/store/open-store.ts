import { ConfigError } from '@capture/platform';
import type { RecordingsConfig } from '../config.js';
import { FilesystemStore } from './filesystem-store.js';
import type { ObjectStore } from './object-store.js';

/** The store that the settings name. @throws ConfigError when they do not fit together. */
export async function openStore(config: RecordingsConfig): Promise<ObjectStore> {
  if (config.CAPTURE_STORE === 'filesystem') {
    return new FilesystemStore(config.CAPTURE_STORE_DIR, config.CAPTURE_STORE_RESERVE_BYTES);
  }
  const { CAPTURE_S3_ACCESS_KEY_ID: accessKeyId, CAPTURE_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError('recordings', [
      'CAPTURE_S3_ACCESS_KEY_ID and CAPTURE_S3_SECRET_ACCESS_KEY go together',
    ]);
  }
  if (config.CAPTURE_PART_SIZE_BYTES < config.CAPTURE_S3_MIN_PART_BYTES) {
    throw new ConfigError('recordings', [
      'CAPTURE_PART_SIZE_BYTES is below CAPTURE_S3_MIN_PART_BYTES: every take would pass through the service',
    ]);
  }
  // The SDK is large, and most installations that keep media in a directory never need it.
  const { S3Store } = await import('./s3-store.js');
  return new S3Store({
    bucket: config.CAPTURE_S3_BUCKET,
    region: config.CAPTURE_S3_REGION,
    direct: config.CAPTURE_S3_DIRECT,
    minPartBytes: config.CAPTURE_S3_MIN_PART_BYTES,
    ...(config.CAPTURE_S3_ENDPOINT ? { endpoint: config.CAPTURE_S3_ENDPOINT } : {}),
    ...(config.CAPTURE_S3_PUBLIC_ENDPOINT ? { publicEndpoint: config.CAPTURE_S3_PUBLIC_ENDPOINT } : {}),
    ...(accessKeyId !== undefined && secretAccessKey !== undefined
      ? { credentials: { accessKeyId, secretAccessKey } }
      : {}),
  });
}
