import { Module } from '@nestjs/common';
import { KeysController, SigningKeys } from '@capture/persistence';
import { SigningKey } from '@capture/platform';
import { CaptureRequestsConfig } from '../config.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { EvidenceController } from './evidence.controller.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceService } from './evidence.service.js';
import { LegacyConsentController } from './legacy-consent.controller.js';
import { LegacyConsentService } from './legacy-consent.service.js';

@Module({
  imports: [RequestsModule, SubmissionsModule],
  controllers: [EvidenceController, KeysController, LegacyConsentController],
  providers: [
    EvidenceRepository,
    EvidenceService,
    LegacyConsentService,
    {
      provide: SigningKey,
      useFactory: (config: CaptureRequestsConfig) => new SigningKey(config.CAPTURE_EVIDENCE_SIGNING_KEY),
      inject: [CaptureRequestsConfig],
    },
    SigningKeys,
  ],
  exports: [EvidenceService, SigningKey],
})
export class ConsentModule {}
