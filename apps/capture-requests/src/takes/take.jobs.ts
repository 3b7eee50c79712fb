import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { CaptureRequestsConfig } from '../config.js';
import { TakeDisposalService } from './take-disposal.service.js';
import { TakeExpiryRepository } from './take-expiry.repository.js';

const BATCH = 200;
const CLEANING_MS = 60 * 60_000;

@Injectable()
export class TakeJobs {
  constructor(
    private readonly database: Database,
    private readonly takes: TakeDisposalService,
    private readonly expiry: TakeExpiryRepository,
    private readonly clock: Clock,
    private readonly config: CaptureRequestsConfig,
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

  /** Completed takes are of no use any more, but that a lost answer is asked for again. */
  @Every(CLEANING_MS)
  removeAccepted(signal: AbortSignal): Promise<void> {
    const before = this.clock.daysAgo(this.config.CAPTURE_ACCEPTED_TAKE_KEEP_DAYS);
    return this.database.forEveryOrganization('takes of all grow old', () =>
      inBatches(signal, (limit) => this.expiry.deleteCompleted(before, limit)),
    );
  }
}
