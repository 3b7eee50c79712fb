import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import type { RecordingsConfig } from '../config.js';
import { StoreReconciler } from './store-reconciler.js';

@Injectable()
export class ReconciliationJobs {
  constructor(private readonly reconciler: StoreReconciler) {}

  /** Repeating it, here or in another process, does no harm. Stops after what is under way: the rest is for the next run. */
  @Every((config: RecordingsConfig) => config.CAPTURE_RECONCILE_SEC * 1000)
  async reconcile(signal: AbortSignal): Promise<void> {
    await this.reconciler.run(signal);
  }
}
