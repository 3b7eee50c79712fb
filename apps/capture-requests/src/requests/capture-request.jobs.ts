import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Every } from '@capture/platform';
import type { CaptureRequestsConfig } from '../config.js';
import { CaptureRequestService } from './capture-request.service.js';

const BATCH = 100;

@Injectable()
export class CaptureRequestJobs {
  constructor(
    private readonly database: Database,
    private readonly requests: CaptureRequestService,
  ) {}

  /** Records passed deadlines. Takes are refused from the deadline on, whether or not it has run. */
  @Every((config: CaptureRequestsConfig) => config.CAPTURE_DEADLINES_EVERY_MS)
  closeDue(): Promise<void> {
    return this.database.forEveryOrganization('deadlines pass in every organization', async () => {
      while ((await this.requests.closeDue(BATCH)) === BATCH);
    });
  }
}
