import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { StartedSignInRepository } from './started-sign-in.repository.js';

const CLEANING_MS = 10 * 60_000;

@Injectable()
export class SingleSignOnJobs {
  constructor(
    private readonly database: Database,
    private readonly started: StartedSignInRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes what nobody came back for. */
  @Every(CLEANING_MS)
  async deleteEnded(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    await this.database.forEveryOrganization('sign-ins to all run out', () =>
      inBatches(signal, (limit) => this.started.deleteEnded(now, limit)),
    );
  }
}
