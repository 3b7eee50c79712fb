import { Module } from '@nestjs/common';
import { RoomsModule } from '../rooms/rooms.module.js';
import { OrganizationDeletionCommands } from './organization-deletion.commands.js';

/** Removes what this service has of an organization that is deleted. */
@Module({ imports: [RoomsModule], controllers: [OrganizationDeletionCommands] })
export class OrganizationDeletionModule {}
