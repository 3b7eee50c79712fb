import { Module } from '@nestjs/common';
import { OrganizationConsumers } from './organization.consumers.js';
import { OrganizationRepository } from './organization.repository.js';

/** What this service knows of organizations. */
@Module({
  controllers: [OrganizationConsumers],
  providers: [OrganizationRepository],
  exports: [OrganizationRepository],
})
export class OrganizationsModule {}
