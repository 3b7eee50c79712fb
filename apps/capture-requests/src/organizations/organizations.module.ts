import { Module } from '@nestjs/common';
import { OrganizationConsumers } from './organization.consumers.js';
import { OrganizationRepository } from './organization.repository.js';

@Module({ controllers: [OrganizationConsumers], providers: [OrganizationRepository] })
export class OrganizationsModule {}
