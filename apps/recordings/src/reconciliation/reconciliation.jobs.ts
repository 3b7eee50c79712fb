import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicJob } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { StoreReconciler } from './store-reconciler.js';

/** Compares store and database from time to time; repeating it, here or in another process, does no harm. */
@Injectable()
export class ReconciliationJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(config: RecordingsConfig, reconciler: StoreReconciler) {
    this.job = new PeriodicJob(ReconciliationJobs.name, config.CAPTURE_RECONCILE_SEC * 1000, () =>
      reconciler.run(),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }
}
