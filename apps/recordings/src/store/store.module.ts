import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Readiness } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { ObjectStore } from './object-store.js';
import { openStore } from './open-store.js';

/** Where media bytes live: a directory or an S3 bucket. */
@Module({
  providers: [
    {
      provide: ObjectStore,
      inject: [RecordingsConfig, Readiness],
      useFactory: async (config: RecordingsConfig, readiness: Readiness): Promise<ObjectStore> => {
        const store = await openStore(config);
        readiness.require('store', () => store.check());
        return store;
      },
    },
  ],
  exports: [ObjectStore],
})
export class StoreModule implements OnApplicationShutdown {
  constructor(private readonly store: ObjectStore) {}

  /** Nothing is read or written any more by then. */
  onApplicationShutdown(): void {
    this.store.close();
  }
}
