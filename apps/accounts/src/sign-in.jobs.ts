import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, PeriodicJob } from '@capture/platform';
import { PasswordLinkRepository } from './password-link.repository.js';
import { SignInFailures } from './sign-in-failure.repository.js';
import { FAILURES, idleSince } from './sign-in.model.js';
import { SignInRepository } from './sign-in.repository.js';

const EVERY_MS = 10 * 60_000;

/** Clears away what has run out: it counts for nothing already. */
@Injectable()
export class SignInCleaning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    db: Database,
    private readonly signIns: SignInRepository,
    private readonly links: PasswordLinkRepository,
    private readonly failures: SignInFailures,
    private readonly clock: Clock,
  ) {
    this.job = new PeriodicJob('sign-in-cleaning', EVERY_MS, () =>
      db.forEveryOrganization('sign-ins of all run out', () => this.clean()),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  private async clean(): Promise<void> {
    const now = this.clock.now();
    await this.signIns.deleteEnded(now, idleSince(now));
    await this.links.deleteEnded(now);
    await this.failures.deleteBefore(new Date(now.getTime() - FAILURES.windowSec * 1000));
  }
}
