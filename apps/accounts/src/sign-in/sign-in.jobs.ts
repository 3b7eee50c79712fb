import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { SignInFailureRepository } from './sign-in-failure.repository.js';
import { FAILURES, idleSince } from './sign-in.model.js';
import { SignInRepository } from './sign-in.repository.js';

const CLEANING_MS = 10 * 60_000;

@Injectable()
export class SignInJobs {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignInRepository,
    private readonly failures: SignInFailureRepository,
    private readonly clock: Clock,
  ) {}

  /** Deletes sign-ins that ended and failures that no longer count. */
  @Every(CLEANING_MS)
  async deleteEnded(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const counting = new Date(now.getTime() - FAILURES.windowSec * 1000);
    await this.database.forEveryOrganization('sign-ins of all run out', async () => {
      await inBatches(signal, (limit) => this.signIns.deleteEnded(now, idleSince(now), limit));
      await inBatches(signal, (limit) => this.failures.deleteBefore(counting, limit));
    });
  }
}
