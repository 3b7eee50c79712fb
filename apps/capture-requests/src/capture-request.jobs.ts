import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { PeriodicJob } from '@capture/platform';
import { CaptureRequestService } from './capture-request.service.js';
import { CaptureRequestsConfig } from './config.js';

const BATCH = 100;

/** Writes down passed deadlines. The refusal of takes does not wait for it: a deadline binds at its instant. */
@Injectable()
export class Deadlines implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly job: PeriodicJob;

  constructor(db: Database, requests: CaptureRequestService, config: CaptureRequestsConfig) {
    this.job = new PeriodicJob('deadlines', config.CAPTURE_DEADLINES_EVERY_MS, () =>
      db.forEveryOrganization('deadlines pass for all', async () => {
        while ((await requests.closeDue(BATCH)) === BATCH);
      }),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }
}
