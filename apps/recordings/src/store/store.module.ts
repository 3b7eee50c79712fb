import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Metrics, Readiness } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { MeasuredStore } from './measured-store.js';
import { ObjectStore } from './object-store.js';
import { openStore } from './open-store.js';

/** Where media bytes live: a directory or an S3 bucket. */
@Module({
  providers: [
    {
      provide: ObjectStore,
      inject: [RecordingsConfig, Readiness, Metrics],
      useFactory: async (
        config: RecordingsConfig,
        readiness: Readiness,
        metrics: Metrics,
      ): Promise<ObjectStore> => {
        const store = new MeasuredStore(await openStore(config), metrics);
        // What needs no bytes goes on without it.
        readiness.prefer('store', () => store.check());
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
