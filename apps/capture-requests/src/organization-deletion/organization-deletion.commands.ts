import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { DeletedOrganization, DeleteOrganization } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { OrganizationRemoval } from '@capture/persistence';
import { ORGANIZATION_TABLES } from './organization-tables.js';

@Controller()
export class OrganizationDeletionCommands {
  constructor(private readonly removal: OrganizationRemoval) {}

  @CommandHandler('capture-requests.delete_organization')
  delete(@Payload() payload: DeleteOrganization): Promise<DeletedOrganization> {
    return this.removal.remove(payload, ORGANIZATION_TABLES);
  }
}
