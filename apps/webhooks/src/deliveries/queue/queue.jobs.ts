import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every, JobScheduler } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { EndpointRepository } from '../../endpoints/endpoint.repository.js';
import { ClaimRepository } from './claim.repository.js';
import { QueueRepository } from './queue.repository.js';

@Injectable()
export class QueueJobs {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRepository,
    private readonly queue: QueueRepository,
    private readonly claims: ClaimRepository,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
  ) {}

  /**
   * Holds what still waits for endpoints that have been disabled: what was too much for one transaction, and what a worker that
   * died left in flight. Stops after the batch under way.
   */
  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  holdForDisabledEndpoints(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('workers deliver to all', async () => {
      for (const id of await this.queue.disabledWithQueue()) {
        let more = true;
        while (more && !signal.aborted) more = await this.holdIfDisabled(id);
      }
    });
  }

  /** Starts a run without waiting for it. */
  startHolding(): void {
    void this.scheduler.runNow(QueueJobs, 'holdForDisabledEndpoints');
  }

  /** Holds a batch of what waits for an endpoint, unless it is enabled, also by now. True when there may be more. */
  holdIfDisabled(endpointId: string): Promise<boolean> {
    return this.database.runDirectly(
      async () =>
        // It may have been enabled again, and must not be before this has ended.
        (await this.endpoints.lockStatus(endpointId)) === 'disabled' &&
        (await this.queue.hold(endpointId, this.clock.now())),
      { walksIndexes: true },
    );
  }

  /** Processes of an earlier release record outcomes without waking anybody. */
  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  wakeOrganizations(): Promise<void> {
    return this.database.forEveryOrganization('workers deliver to all', () => this.claims.wakeAll());
  }
}
