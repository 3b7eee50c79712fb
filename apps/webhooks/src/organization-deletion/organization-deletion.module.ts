import { Module } from '@nestjs/common';
import { OrganizationDeletionCommands } from './organization-deletion.commands.js';

/** Removes what this service has of an organization that is deleted. */
@Module({ controllers: [OrganizationDeletionCommands] })
export class OrganizationDeletionModule {}
