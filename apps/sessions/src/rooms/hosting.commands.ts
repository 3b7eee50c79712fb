import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { FindSessionOrganization, SessionOrganization } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { SessionRepository } from '../sessions/session.repository.js';

@Controller()
export class HostingCommands {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
  ) {}

  @CommandHandler('sessions.find_organization')
  async find(@Payload() { sessionId }: FindSessionOrganization): Promise<SessionOrganization | null> {
    const organizationId = await this.database.forEveryOrganization('a host link says no organization', () =>
      this.sessions.organizationOf(sessionId),
    );
    return organizationId === undefined ? null : { organizationId };
  }
}
