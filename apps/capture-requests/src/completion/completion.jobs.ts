import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { CaptureRequestsConfig } from '../config.js';
import type { Take } from '../takes/take.model.js';
import { TakeRepository } from '../takes/take.repository.js';
import { CompletionService } from './completion.service.js';

const BATCH = 20;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Completes takes whose call broke off. */
@Injectable()
export class CompletionJobs {
  private readonly logger = new Logger(CompletionJobs.name);

  constructor(
    private readonly database: Database,
    private readonly takes: TakeRepository,
    private readonly completion: CompletionService,
    private readonly clock: Clock,
    private readonly config: CaptureRequestsConfig,
  ) {}

  @Every((config: CaptureRequestsConfig) => config.CAPTURE_TAKES_EVERY_MS)
  resumeStuck(): Promise<void> {
    return this.database.forEveryOrganization('takes get stuck in every organization', async () => {
      const now = this.clock.now();
      const leaseMs = Math.max(
        this.config.CAPTURE_TAKE_RESUME_AFTER_SEC * 1000,
        2 * this.config.CAPTURE_COMPLETE_TIMEOUT_MS,
      );
      const stuck = await this.takes.claimStuck(now, new Date(now.getTime() + leaseMs), BATCH);
      await Promise.all(
        stuck.map((take) => this.database.forOrganization(take.organizationId, () => this.resume(take))),
      );
    });
  }

  /** Retries failures with a backoff. A refused or reopened take is no longer completing, and postponing it has no effect. */
  private async resume(take: Take): Promise<void> {
    try {
      await this.completion.finish(take);
    } catch (error) {
      const backoffMs = Math.min(1000 * 2 ** take.attempts, MAX_BACKOFF_MS);
      this.logger.warn({ err: error, takeId: take.id, attempts: take.attempts }, 'take was not completed');
      await this.takes.postpone(take.id, new Date(this.clock.now().getTime() + backoffMs));
    }
  }
}
