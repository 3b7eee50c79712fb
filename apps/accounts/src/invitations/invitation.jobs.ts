import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { INVITATION_KEPT_DAYS } from './invitation.model.js';
import { InvitationRepository } from './invitation.repository.js';

const CLEANING_MS = 60 * 60_000;

@Injectable()
export class InvitationJobs {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes invitations that ran out and were not sent again. */
  @Every(CLEANING_MS)
  async deleteEnded(signal: AbortSignal): Promise<void> {
    const before = this.clock.daysAgo(INVITATION_KEPT_DAYS);
    await this.database.forEveryOrganization('invitations of all run out', () =>
      inBatches(signal, (limit) => this.invitations.deleteEnded(before, limit)),
    );
  }
}
