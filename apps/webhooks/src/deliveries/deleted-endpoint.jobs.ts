import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { PeriodicJob } from '@capture/platform';
import { WebhooksConfig } from '../config.js';
import { EndpointDeletionRepository } from './deleted-endpoint.repository.js';
import { QueueRepository } from './queue/queue.repository.js';

/** Deliveries that one transaction removes. */
export const BATCH = 1000;

/**
 * Removes what deleted endpoints leave behind, in transactions that stay small whatever it is. What is left is known to the
 * database alone: any process goes on where another one ended.
 */
@Injectable()
export class EndpointDeletionJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;
  private stopped = false;

  constructor(
    config: WebhooksConfig,
    private readonly database: Database,
    private readonly rows: EndpointDeletionRepository,
    private readonly queue: QueueRepository,
  ) {
    this.job = new PeriodicJob('webhooks.endpoint-deletion', config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS, () =>
      database.forEveryOrganization('deleted endpoints of all leave deliveries', () => this.run()),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  /** Ends with the batch under way. */
  beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    return this.job.stop();
  }

  /** Looks now, without waiting for what it finds. */
  wake(): void {
    if (!this.stopped) void this.job.runNow();
  }

  private async run(): Promise<void> {
    let found = true;
    while (found && !this.stopped) found = await this.database.run(() => this.removeNext());
  }

  private async removeNext(): Promise<boolean> {
    await this.queue.lockRemovals();
    return this.rows.removeNext(BATCH);
  }
}
