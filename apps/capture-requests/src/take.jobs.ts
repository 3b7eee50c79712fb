import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, PeriodicJob } from '@capture/platform';
import { CompletionService } from './completion.service.js';
import { CaptureRequestsConfig } from './config.js';
import type { Take } from './take.model.js';
import { TakeRepository } from './take.repository.js';
import { TakeService } from './take.service.js';

const BATCH = 20;
const EXPIRED_BATCH = 200;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Ends what its call could not: takes stuck in completing, and takes that nobody will resume. */
@Injectable()
export class TakeJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly job: PeriodicJob;
  private readonly logger = new Logger(TakeJobs.name);

  constructor(
    private readonly db: Database,
    private readonly takes: TakeService,
    private readonly rows: TakeRepository,
    private readonly completion: CompletionService,
    private readonly clock: Clock,
    private readonly config: CaptureRequestsConfig,
  ) {
    this.job = new PeriodicJob('takes', config.CAPTURE_TAKES_EVERY_MS, () =>
      db.forEveryOrganization('takes of all are looked after', async () => {
        await this.resumeStuck();
        while ((await this.takes.dropExpired(EXPIRED_BATCH)) === EXPIRED_BATCH);
      }),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  private async resumeStuck(): Promise<void> {
    const now = this.clock.now();
    const leaseMs = Math.max(
      this.config.CAPTURE_TAKE_RESUME_AFTER_SEC * 1000,
      2 * this.config.CAPTURE_COMPLETE_TIMEOUT_MS,
    );
    const stuck = await this.rows.claimStuck(now, new Date(now.getTime() + leaseMs), BATCH);
    await Promise.all(
      stuck.map((take) => this.db.forOrganization(take.organizationId, () => this.resume(take))),
    );
  }

  /** A refusal ends the take and is nobody's failure here; anything else is tried again, later each time. */
  private async resume(take: Take): Promise<void> {
    try {
      await this.completion.finish(take);
    } catch (error) {
      const waitMs = Math.min(1000 * 2 ** take.attempts, LONGEST_WAIT_MS);
      this.logger.warn({ err: error, takeId: take.id, attempts: take.attempts }, 'take was not completed');
      await this.rows.postpone(take.id, new Date(this.clock.now().getTime() + waitMs));
    }
  }
}
