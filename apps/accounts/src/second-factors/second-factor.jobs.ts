import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { ChallengeRepository } from './challenge.repository.js';
import { UNCONFIRMED_MINUTES } from './second-factor.model.js';
import { SecondFactorRepository } from './second-factor.repository.js';

const CLEANING_MS = 10 * 60_000;

@Injectable()
export class SecondFactorJobs {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactorRepository,
    private readonly challenges: ChallengeRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes sign-ins that nobody gave a code for, and second factors that nobody confirmed. */
  @Every(CLEANING_MS)
  async deleteEnded(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - UNCONFIRMED_MINUTES * 60_000);
    await this.database.forEveryOrganization('sign-ins of all run out', async () => {
      await inBatches(signal, (limit) => this.challenges.deleteEnded(now, limit));
      await inBatches(signal, (limit) => this.factors.deleteUnconfirmed(before, limit));
    });
  }
}
