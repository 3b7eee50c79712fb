import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { DeletedOrganization, DeleteOrganization } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { OrganizationRemoval } from '@capture/persistence';
import { RoomChannel } from '../rooms/room-channel.js';
import { ORGANIZATION_TABLES } from './organization-tables.js';

@Controller()
export class OrganizationDeletionCommands {
  constructor(
    private readonly removal: OrganizationRemoval,
    private readonly channel: RoomChannel,
  ) {}

  /** People who are in a room hear that it has ended. */
  @CommandHandler('sessions.delete_organization')
  delete(@Payload() payload: DeleteOrganization): Promise<DeletedOrganization> {
    return this.removal.remove(payload, ORGANIZATION_TABLES, (_table, sessionIds) => {
      for (const id of sessionIds) this.channel.publish(id, { kind: 'closed' });
    });
  }
}
