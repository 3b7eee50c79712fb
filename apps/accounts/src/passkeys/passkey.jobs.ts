import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { PasskeyChallengeRepository } from './passkey-challenge.repository.js';

const CLEANING_MS = 10 * 60_000;

@Injectable()
export class PasskeyJobs {
  constructor(
    private readonly database: Database,
    private readonly challenges: PasskeyChallengeRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes challenges that no device signed. */
  @Every(CLEANING_MS)
  async deleteEnded(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    await this.database.forEveryOrganization('sign-ins of all run out', () =>
      inBatches(signal, (limit) => this.challenges.deleteEnded(now, limit)),
    );
  }
}
