import { Injectable, Logger } from '@nestjs/common';
import { Commands } from '@capture/messaging';

/** What a page says of where its sign-in is to lead. */
export interface Wanted {
  organizationId?: string;
  /** Of a room, at whose door the person signs in to host it. */
  sessionId?: string;
}

/** Finds the organization that a sign-in is for. */
@Injectable()
export class WantedOrganization {
  private readonly logger = new Logger(WantedOrganization.name);

  constructor(private readonly commands: Commands) {}

  /**
   * Undefined for any, null for one that nobody is a member of. For who has proven who they are: strangers learn of no room.
   * While sessions is silent, a room leads to any: its page notices when that is another.
   */
  async of({ organizationId, sessionId }: Wanted): Promise<string | null | undefined> {
    if (organizationId !== undefined || sessionId === undefined) return organizationId;
    try {
      const found = await this.commands.send('sessions.find_organization', { sessionId });
      return found && found.organizationId;
    } catch (err) {
      this.logger.warn({ err }, 'sessions did not say whose room it is');
      return undefined;
    }
  }
}
