import { Module } from '@nestjs/common';
import { PartsModule } from '../parts/parts.module.js';
import { RenditionsModule } from '../renditions/renditions.module.js';
import { StoreModule } from '../store/store.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { OrphanRemoval } from './orphan-removal.js';
import { ReconciliationJobs } from './reconciliation.jobs.js';
import { StoreReconciler } from './store-reconciler.js';
import { TrackHealthRepository } from './track-health.repository.js';

/** Compares the store with the database. */
@Module({
  imports: [PartsModule, RenditionsModule, StoreModule, TakesModule],
  providers: [OrphanRemoval, ReconciliationJobs, StoreReconciler, TrackHealthRepository],
  exports: [StoreReconciler],
})
export class ReconciliationModule {}
