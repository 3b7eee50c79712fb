import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { WebhooksConfig } from '../config.js';
import { SENDING_DAYS } from '../deliveries/delivery.model.js';
import { QueueRepository } from '../deliveries/queue/queue.repository.js';
import { EventRepository, type Aged, type Position, type Pruned } from './event.repository.js';
import { EventIntakeService } from './intake/event-intake.service.js';

@Injectable()
export class EventJobs {
  constructor(
    private readonly config: WebhooksConfig,
    private readonly database: Database,
    private readonly events: EventRepository,
    private readonly intake: EventIntakeService,
    private readonly queue: QueueRepository,
    private readonly clock: Clock,
  ) {}

  /** Goes on without a fact that others have waited for too long. */
  @Every((config: WebhooksConfig) => Math.ceil(config.CAPTURE_WEBHOOK_ORDER_WAIT_MS / 2))
  skipMissing(): Promise<void> {
    return this.database.forEveryOrganization('facts of all wait alike', () => {
      const waited = this.config.CAPTURE_WEBHOOK_ORDER_WAIT_MS;
      return this.intake.skipMissing(new Date(this.clock.now().getTime() - waited));
    });
  }

  /** Deletes events older than the retention, with their deliveries, in small transactions; those that are still being sent later. */
  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  prune(signal: AbortSignal): Promise<void> {
    const days = this.config.CAPTURE_WEBHOOK_RETENTION_DAYS;
    const aged = { aged: this.clock.daysAgo(days), overdue: this.clock.daysAgo(days + SENDING_DAYS) };
    // From one batch to the next, so that what stays is looked at once.
    let position: Position | undefined;
    return this.database.forEveryOrganization('events of all age alike', () =>
      inBatches(signal, async (limit) => {
        const { lookedAt, last } = await this.database.run(() => this.pruneBatch(aged, position, limit));
        position = last;
        return lookedAt;
      }),
    );
  }

  private async pruneBatch(aged: Aged, after: Position | undefined, limit: number): Promise<Pruned> {
    await this.queue.lockRemovals();
    return this.events.prune(aged, after, limit);
  }
}
