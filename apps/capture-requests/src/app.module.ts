import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { KeysController, PersistenceModule, SigningKeys } from '@capture/persistence';
import { SigningKey, type ServiceDefinition } from '@capture/platform';
import { Allowance } from './allowance.service.js';
import { CaptureRequestController } from './capture-request.controller.js';
import { Deadlines } from './capture-request.jobs.js';
import { CaptureRequestRepository } from './capture-request.repository.js';
import { CaptureRequestService } from './capture-request.service.js';
import { CompletionService } from './completion.service.js';
import { CaptureRequestsConfig } from './config.js';
import { ConsoleController } from './console.controller.js';
import { ContactController } from './contact.controller.js';
import { ContactRepository } from './contact.repository.js';
import { ContactService } from './contact.service.js';
import { Disposals } from './disposal.jobs.js';
import { DisposalRepository } from './disposal.repository.js';
import { EvidenceController } from './evidence.controller.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceService } from './evidence.service.js';
import { PrismaClient } from './generated/prisma/client.js';
import { LegacyConsentController } from './legacy-consent.controller.js';
import { LegacyConsentService } from './legacy-consent.service.js';
import { Links } from './link.service.js';
import { OrganizationConsumers } from './organization.consumers.js';
import { OrganizationRepository } from './organization.repository.js';
import { RespondController } from './respond.controller.js';
import { RespondRepository } from './respond.repository.js';
import { RespondService } from './respond.service.js';
import { SubmissionConsumers } from './submission.consumers.js';
import { SubmissionController } from './submission.controller.js';
import { SubmissionRepository } from './submission.repository.js';
import { SubmissionService } from './submission.service.js';
import { TakeController } from './take.controller.js';
import { TakeJobs } from './take.jobs.js';
import { TakeRepository } from './take.repository.js';
import { TakeService } from './take.service.js';

export const SCHEMA = 'capture_requests';
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    MessagingModule,
  ],
  controllers: [
    CaptureRequestController,
    ConsoleController,
    ContactController,
    EvidenceController,
    KeysController,
    LegacyConsentController,
    SubmissionController,
    RespondController,
    TakeController,
    OrganizationConsumers,
    SubmissionConsumers,
  ],
  providers: [
    Allowance,
    CaptureRequestRepository,
    CaptureRequestService,
    CompletionService,
    ContactRepository,
    ContactService,
    Deadlines,
    DisposalRepository,
    Disposals,
    EvidenceRepository,
    EvidenceService,
    LegacyConsentService,
    Links,
    OrganizationRepository,
    RespondRepository,
    RespondService,
    {
      provide: SigningKey,
      useFactory: (config: CaptureRequestsConfig) => new SigningKey(config.CAPTURE_EVIDENCE_SIGNING_KEY),
      inject: [CaptureRequestsConfig],
    },
    SigningKeys,
    SubmissionRepository,
    SubmissionService,
    TakeJobs,
    TakeRepository,
    TakeService,
  ],
})
class CaptureRequestsModule {}

export const captureRequests: ServiceDefinition<CaptureRequestsConfig> = {
  name: 'capture-requests',
  config: CaptureRequestsConfig,
  module: CaptureRequestsModule,
};
