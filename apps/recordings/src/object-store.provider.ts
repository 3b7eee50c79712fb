import type { FactoryProvider } from '@nestjs/common';
import { Readiness } from '@capture/platform';
import { RecordingsConfig } from './config.js';
import { FilesystemStore } from './object-store.filesystem.js';
import { ObjectStore } from './object-store.js';

export const objectStoreProvider: FactoryProvider<ObjectStore> = {
  provide: ObjectStore,
  inject: [RecordingsConfig, Readiness],
  useFactory: (config: RecordingsConfig, readiness: Readiness) => {
    const store = new FilesystemStore(config.CAPTURE_STORE_DIR);
    readiness.require('store', () => store.check());
    return store;
  },
};
