import { Module } from '@nestjs/common';
import { PartsModule } from '../parts/parts.module.js';
import { RenditionsModule } from '../renditions/renditions.module.js';
import { StoreModule } from '../store/store.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { MediaStoreRepository } from './media-store.repository.js';
import { OrphanRemoval } from './orphan-removal.js';
import { ReconciliationJobs } from './reconciliation.jobs.js';
import { StoreOwnership } from './store-ownership.js';
import { StoreReconciler } from './store-reconciler.js';
import { TrackHealthRepository } from './track-health.repository.js';

/** Compares the store with the database. */
@Module({
  imports: [PartsModule, RenditionsModule, StoreModule, TakesModule],
  providers: [
    MediaStoreRepository,
    OrphanRemoval,
    ReconciliationJobs,
    StoreOwnership,
    StoreReconciler,
    TrackHealthRepository,
  ],
  exports: [StoreOwnership, StoreReconciler],
})
export class ReconciliationModule {}
