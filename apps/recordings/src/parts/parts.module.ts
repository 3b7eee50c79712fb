import { Module } from '@nestjs/common';
import { HashingModule } from '../hashing/hashing.module.js';
import { PromotionModule } from '../promotion/promotion.module.js';
import { StoreModule } from '../store/store.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { DirectParts } from './direct-parts.js';
import { PartGrants } from './part-grants.js';
import { PartTransfers } from './part-transfers.js';
import { PartController } from './part.controller.js';
import { PartService } from './part.service.js';

/** Takes parts in: granted, sent, verified, counted. */
@Module({
  imports: [HashingModule, PromotionModule, StoreModule, TakesModule],
  controllers: [PartController],
  providers: [DirectParts, PartGrants, PartService, PartTransfers],
  exports: [DirectParts, PartGrants, PartTransfers],
})
export class PartsModule {}
