import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock, PeriodicJob } from '@capture/platform';
import { CaptureRequestsConfig } from './config.js';
import { DisposalRepository, type Disposal, type DueDisposal } from './disposal.repository.js';

const BATCH = 50;
const LEASE_MS = 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Gets rid of footage whose reason to exist is gone. The wish is written in the transaction that took the reason
 * away and is repeated until the recordings service has confirmed it.
 */
@Injectable()
export class Disposals implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly job: PeriodicJob;
  private readonly logger = new Logger(Disposals.name);

  constructor(
    private readonly db: Database,
    private readonly rows: DisposalRepository,
    private readonly commands: Commands,
    private readonly clock: Clock,
    config: CaptureRequestsConfig,
  ) {
    this.job = new PeriodicJob('disposals', config.CAPTURE_DISPOSALS_EVERY_MS, () =>
      db.forEveryOrganization('footage of all is disposed of', () => this.disposeDue()),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  /** Inside the transaction that makes the footage superfluous. */
  async add(disposals: Disposal[]): Promise<void> {
    if (disposals.length === 0) return;
    await this.rows.insert(disposals, this.clock.now());
    this.db.onCommit(() => void this.job.runNow());
  }

  private async disposeDue(): Promise<void> {
    for (;;) {
      const due = await this.rows.claim(this.clock.now(), LEASE_MS, BATCH);
      await Promise.all(due.map((disposal) => this.dispose(disposal)));
      if (due.length < BATCH) return;
    }
  }

  private async dispose({ targetId, organizationId, reason, attempts }: DueDisposal): Promise<void> {
    try {
      if (reason === 'aborted')
        await this.commands.send('recordings.abort_upload', { organizationId, uploadId: targetId });
      else await this.commands.send('recordings.delete', { organizationId, recordingId: targetId, reason });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) {
        const waitMs = Math.min(1000 * 2 ** attempts, LONGEST_WAIT_MS);
        this.logger.warn(
          { err: error, targetId, attempts },
          'footage is not disposed of yet; it is tried again',
        );
        return this.rows.postpone(targetId, new Date(this.clock.now().getTime() + waitMs));
      }
    }
    await this.rows.done(targetId);
  }
}
