import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Every, JobScheduler } from '@capture/platform';
import { WebhooksConfig } from '../config.js';
import { DeletedEndpointRepository } from './deleted-endpoint.repository.js';
import { QueueRepository } from './queue/queue.repository.js';

/** Deliveries that one transaction removes. */
export const BATCH = 1000;

/** Removes the deliveries of deleted endpoints. Any process goes on where another one stopped: the progress is stored. */
@Injectable()
export class DeletedEndpointJobs {
  constructor(
    private readonly database: Database,
    private readonly deleted: DeletedEndpointRepository,
    private readonly queue: QueueRepository,
    private readonly scheduler: JobScheduler,
  ) {}

  /** In transactions that stay small, however many deliveries there are; stops after the batch under way. */
  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  removeDeliveries(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('deleted endpoints of all leave deliveries', async () => {
      let found = true;
      while (found && !signal.aborted) found = await this.database.run(() => this.removeBatch());
    });
  }

  /** Starts a run without waiting for it. */
  start(): void {
    void this.scheduler.runNow(DeletedEndpointJobs, 'removeDeliveries');
  }

  private async removeBatch(): Promise<boolean> {
    await this.queue.lockRemovals();
    return this.deleted.removeNext(BATCH);
  }
}
