import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { ClaimRepository } from './claim.repository.js';
import { QueueRepository } from './queue.repository.js';

@Injectable()
export class QueueJobs {
  constructor(
    private readonly database: Database,
    private readonly queue: QueueRepository,
    private readonly claims: ClaimRepository,
    private readonly clock: Clock,
  ) {}

  /** Holds what a worker that died left in flight to an endpoint that has been disabled since. */
  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  holdForDisabledEndpoints(): Promise<void> {
    return this.database.forEveryOrganization('workers deliver to all', async () => {
      const now = this.clock.now();
      for (const id of await this.queue.disabledWithQueue()) await this.queue.hold(id, now);
    });
  }

  /** Processes of an earlier release record outcomes without waking anybody. */
  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  wakeOrganizations(): Promise<void> {
    return this.database.forEveryOrganization('workers deliver to all', () => this.claims.wakeAll());
  }
}
