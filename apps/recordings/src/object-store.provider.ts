import { Injectable, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigError, Readiness } from '@capture/platform';
import { RecordingsConfig } from './config.js';
import { FilesystemStore } from './object-store.filesystem.js';
import { ObjectStore } from './object-store.js';

async function openStore(config: RecordingsConfig): Promise<ObjectStore> {
  if (config.CAPTURE_STORE === 'filesystem') return new FilesystemStore(config.CAPTURE_STORE_DIR);
  const { CAPTURE_S3_ACCESS_KEY_ID: accessKeyId, CAPTURE_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError('recordings', [
      'CAPTURE_S3_ACCESS_KEY_ID and CAPTURE_S3_SECRET_ACCESS_KEY go together',
    ]);
  }
  if (config.CAPTURE_PART_SIZE_BYTES < config.CAPTURE_S3_MIN_PART_BYTES) {
    throw new ConfigError('recordings', [
      'CAPTURE_PART_SIZE_BYTES is below CAPTURE_S3_MIN_PART_BYTES: the store would not join parts to a file',
    ]);
  }
  // The SDK is large, and most installations that keep media in a directory never need it.
  const { S3Store } = await import('./object-store.s3.js');
  return new S3Store({
    bucket: config.CAPTURE_S3_BUCKET,
    region: config.CAPTURE_S3_REGION,
    direct: config.CAPTURE_S3_DIRECT,
    ...(config.CAPTURE_S3_ENDPOINT ? { endpoint: config.CAPTURE_S3_ENDPOINT } : {}),
    ...(config.CAPTURE_S3_PUBLIC_ENDPOINT ? { publicEndpoint: config.CAPTURE_S3_PUBLIC_ENDPOINT } : {}),
    ...(accessKeyId !== undefined && secretAccessKey !== undefined
      ? { credentials: { accessKeyId, secretAccessKey } }
      : {}),
  });
}

export const objectStoreProvider: FactoryProvider<ObjectStore> = {
  provide: ObjectStore,
  inject: [RecordingsConfig, Readiness],
  useFactory: async (config: RecordingsConfig, readiness: Readiness) => {
    const store = await openStore(config);
    readiness.require('store', () => store.check());
    return store;
  },
};

/** Lets the store go once nothing is read or written any more. */
@Injectable()
export class StoreCloser implements OnApplicationShutdown {
  constructor(private readonly store: ObjectStore) {}

  onApplicationShutdown(): void {
    this.store.close();
  }
}
