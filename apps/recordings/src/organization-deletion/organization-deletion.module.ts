import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { StoreModule } from '../store/store.module.js';
import { OrganizationDeletionCommands } from './organization-deletion.commands.js';
import { OrganizationDeletionService } from './organization-deletion.service.js';
import { OrganizationMediaRepository } from './organization-media.repository.js';

/** Removes what this service has of an organization that is deleted, its media first. */
@Module({
  imports: [DeletionModule, SigningModule, StoreModule],
  controllers: [OrganizationDeletionCommands],
  providers: [OrganizationDeletionService, OrganizationMediaRepository],
})
export class OrganizationDeletionModule {}
