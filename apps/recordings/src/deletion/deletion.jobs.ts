import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, PeriodicJob } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { DeletionRepository } from './deletion.repository.js';
import { DeletionService } from './deletion.service.js';

const BATCH = 100;

/** Deletes footage whose organization keeps it no longer. Many processes may run it: each deletion happens once. */
@Injectable()
export class DeletionJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    config: RecordingsConfig,
    private readonly db: Database,
    private readonly deletions: DeletionRepository,
    private readonly deletion: DeletionService,
    private readonly clock: Clock,
  ) {
    this.job = new PeriodicJob(DeletionJobs.name, config.CAPTURE_RETENTION_SWEEP_SEC * 1000, () =>
      this.sweep(),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  sweep(): Promise<void> {
    return this.db.forEveryOrganization('retention runs out for all', () => this.sweepAll());
  }

  private async sweepAll(): Promise<void> {
    for (let rows = BATCH; rows === BATCH;) {
      const outlived = await this.deletions.outlived(this.clock.now(), BATCH);
      for (const { id, organizationId } of outlived) {
        const deletion = { organizationId, recordingId: id, reason: 'retention' } as const;
        await this.db.forOrganization(organizationId, () => this.deletion.delete(deletion));
      }
      rows = outlived.length;
    }
  }
}
