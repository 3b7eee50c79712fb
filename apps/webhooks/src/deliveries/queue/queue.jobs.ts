import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, PeriodicJob } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { EndpointRepository } from '../../endpoints/endpoint.repository.js';
import { EventRepository } from '../../events/event.repository.js';
import { QueueRepository } from './queue.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 1000;

/** Forgets old events with their deliveries, drops expired secrets, tidies up after workers that died. */
@Injectable()
export class HousekeepingJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly config: WebhooksConfig,
    private readonly database: Database,
    private readonly events: EventRepository,
    private readonly endpoints: EndpointRepository,
    private readonly queue: QueueRepository,
    private readonly clock: Clock,
  ) {
    this.job = new PeriodicJob('webhooks.housekeeping', config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS, () =>
      this.run(),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  run(): Promise<void> {
    return this.database.forEveryOrganization('events of all age alike', () => this.runAll());
  }

  private async runAll(): Promise<void> {
    const now = this.clock.now();
    await this.endpoints.deleteExpiredSecrets(now);
    for (const id of await this.queue.disabledWithQueue()) await this.queue.hold(id, now);
    const oldest = new Date(now.getTime() - this.config.CAPTURE_WEBHOOK_RETENTION_DAYS * DAY_MS);
    let pruned = BATCH;
    while (pruned === BATCH) pruned = await this.database.run(() => this.prune(oldest));
  }

  private async prune(oldest: Date): Promise<number> {
    await this.queue.lockRemovals();
    return this.events.prune(oldest, BATCH);
  }
}
