import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { LandingModule } from '../landing/landing.module.js';
import { PromotionModule } from '../promotion/promotion.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { RenditionsModule } from '../renditions/renditions.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { OperatorController } from './operator.controller.js';
import { OperatorService } from './operator.service.js';
import { UploadRedrive } from './upload-redrive.js';

/** The routes of operators: uploads, reconciliation, deletion receipts. */
@Module({
  imports: [
    DeletionModule,
    LandingModule,
    PromotionModule,
    ReconciliationModule,
    RenditionsModule,
    TakesModule,
  ],
  controllers: [OperatorController],
  providers: [OperatorService, UploadRedrive],
})
export class OperatorModule {}
