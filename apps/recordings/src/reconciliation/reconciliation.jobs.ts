import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import type { RecordingsConfig } from '../config.js';
import { StoreReconciler } from './store-reconciler.js';

@Injectable()
export class ReconciliationJobs {
  constructor(private readonly reconciler: StoreReconciler) {}

  /** Repeating it, here or in another process, does no harm. */
  @Every((config: RecordingsConfig) => config.CAPTURE_RECONCILE_SEC * 1000)
  async reconcile(): Promise<void> {
    await this.reconciler.run();
  }
}
