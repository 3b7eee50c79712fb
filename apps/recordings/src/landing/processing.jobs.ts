import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, PeriodicJob } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { ProcessingRepository } from './processing.repository.js';
import { ProcessingService } from './processing.service.js';

const BATCH = 20;

/** Goes on with completed uploads whose reading broke off: by a process that died, or a store that failed. */
@Injectable()
export class ProcessingJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    config: RecordingsConfig,
    private readonly db: Database,
    private readonly rows: ProcessingRepository,
    private readonly processing: ProcessingService,
    private readonly clock: Clock,
  ) {
    this.job = new PeriodicJob(ProcessingJobs.name, config.CAPTURE_UPLOAD_SWEEP_SEC * 1000, () => this.run());
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  async run(): Promise<void> {
    const waiting = await this.db.forEveryOrganization('uploads of all may wait to be read', () =>
      this.rows.waiting(this.clock.now(), BATCH),
    );
    // What fails was logged where it failed, and waits for the next run.
    await Promise.allSettled(
      waiting.map((ref) => this.db.forOrganization(ref.organizationId, () => this.processing.process(ref))),
    );
  }
}
