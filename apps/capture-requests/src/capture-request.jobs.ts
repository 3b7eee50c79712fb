import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicJob } from '@capture/platform';
import { CaptureRequestService } from './capture-request.service.js';
import { CaptureRequestsConfig } from './config.js';

const BATCH = 100;

/** Writes down passed deadlines. The refusal of takes does not wait for it: a deadline binds at its instant. */
@Injectable()
export class Deadlines implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly job: PeriodicJob;

  constructor(requests: CaptureRequestService, config: CaptureRequestsConfig) {
    this.job = new PeriodicJob('deadlines', config.CAPTURE_DEADLINES_EVERY_MS, async () => {
      while ((await requests.closeDue(BATCH)) === BATCH);
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }
}
