import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Every } from '@capture/platform';
import type { CaptureRequestsConfig } from '../config.js';
import { TakeDisposalService } from './take-disposal.service.js';

const BATCH = 200;

@Injectable()
export class TakeJobs {
  constructor(
    private readonly database: Database,
    private readonly takes: TakeDisposalService,
  ) {}

  @Every((config: CaptureRequestsConfig) => config.CAPTURE_TAKES_EVERY_MS)
  removeExpired(): Promise<void> {
    return this.database.forEveryOrganization('takes expire in every organization', async () => {
      while ((await this.takes.removeExpired(BATCH)) === BATCH);
    });
  }

  @Every((config: CaptureRequestsConfig) => config.CAPTURE_TAKES_EVERY_MS)
  removeEmpty(): Promise<void> {
    return this.database.forEveryOrganization(
      'takes without a part expire in every organization',
      async () => {
        while ((await this.takes.removeEmpty(BATCH)) === BATCH);
      },
    );
  }
}
