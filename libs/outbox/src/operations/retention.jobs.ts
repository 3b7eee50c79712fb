import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database, inBatches, Partitions } from '@capture/persistence';
import { Clock, ConfigError, Every, SERVICE_NAME } from '@capture/platform';
import { OutboxConfig } from '../config.js';
import { DeadLetterRepository } from '../dead-letters/dead-letters.repository.js';
import { INBOX_PARTITIONS, OUTBOX_PARTITIONS } from '../outbox-partitions.js';

const EVERY_MS = 10 * 60_000;

/**
 * Ends published outbox rows and inbox rows past their time, partition by partition, and redriven dead letters, in small batches.
 * Makes the partitions of the coming days.
 */
@Injectable()
export class RetentionJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RetentionJobs.name);
  private starting: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly partitions: Partitions,
    private readonly letters: DeadLetterRepository,
    private readonly clock: Clock,
    private readonly settings: OutboxConfig,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  /**
   * A process that was away for long finds its partitions outlived. The start does not wait for the database.
   * @throws ConfigError when events could be published again that are recognized no more: they would take effect twice.
   */
  onApplicationBootstrap(): void {
    const { CAPTURE_OUTBOX_KEEP_DAYS: published, CAPTURE_INBOX_KEEP_DAYS: processed } = this.settings;
    if (processed < published)
      throw new ConfigError(this.service, [
        'CAPTURE_INBOX_KEEP_DAYS must be at least CAPTURE_OUTBOX_KEEP_DAYS',
      ]);
    this.starting = this.makeAhead().catch((err: unknown) =>
      this.logger.warn({ err }, 'partitions could not be made yet'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.starting;
  }

  @Every(EVERY_MS)
  async prune(signal: AbortSignal): Promise<void> {
    const { CAPTURE_OUTBOX_KEEP_DAYS: published, CAPTURE_INBOX_KEEP_DAYS: processed } = this.settings;
    await this.partitions.keep(OUTBOX_PARTITIONS, published, signal);
    await this.partitions.keep(INBOX_PARTITIONS, processed, signal);
    const redriven = this.clock.daysAgo(processed);
    await this.database.forEveryOrganization('retention is the same for all', () =>
      inBatches(signal, (limit) => this.letters.prune(redriven, limit)),
    );
  }

  private async makeAhead(): Promise<void> {
    await this.partitions.ahead(OUTBOX_PARTITIONS, this.settings.CAPTURE_OUTBOX_KEEP_DAYS);
    await this.partitions.ahead(INBOX_PARTITIONS, this.settings.CAPTURE_INBOX_KEEP_DAYS);
  }
}
