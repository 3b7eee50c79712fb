import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { PasswordLinkRepository } from './password-link.repository.js';

const CLEANING_MS = 10 * 60_000;

@Injectable()
export class PasswordLinkJobs {
  constructor(
    private readonly database: Database,
    private readonly links: PasswordLinkRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes links that have expired. */
  @Every(CLEANING_MS)
  async deleteEnded(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    await this.database.forEveryOrganization('links of all run out', () =>
      inBatches(signal, (limit) => this.links.deleteEnded(now, limit)),
    );
  }
}
