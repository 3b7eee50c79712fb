import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SERVICE_NAME } from '@capture/platform';
import { metrics, type BatchObservableResult } from '@opentelemetry/api';
import { DeadLetterRepository } from './dead-letters.repository.js';
import { OutboxRepository } from './outbox.repository.js';

const METER = 'capture.outbox';

/** What alerts watch: events that wait for the bus, and events that were given up. Read when metrics are collected. */
@Injectable()
export class OutboxMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutboxMetrics.name);
  private readonly meter = metrics.getMeter(METER);
  private readonly pending = this.meter.createObservableGauge('capture.outbox.pending', {
    description: 'Committed events that are not on the bus yet',
  });
  private readonly oldest = this.meter.createObservableGauge('capture.outbox.oldest_age', {
    description: 'Age of the oldest of them',
    unit: 's',
  });
  private readonly dead = this.meter.createObservableGauge('capture.outbox.dead_letters', {
    description: 'Events that a consumer gave up on and nobody has redriven',
  });
  private readonly gauges = [this.pending, this.oldest, this.dead];

  constructor(
    private readonly rows: OutboxRepository,
    private readonly letters: DeadLetterRepository,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  onApplicationBootstrap(): void {
    this.meter.addBatchObservableCallback(this.observe, this.gauges);
  }

  beforeApplicationShutdown(): void {
    this.meter.removeBatchObservableCallback(this.observe, this.gauges);
  }

  private readonly observe = async (result: BatchObservableResult): Promise<void> => {
    try {
      const [backlog, dead] = await Promise.all([this.rows.backlog(), this.letters.count()]);
      const labels = { service: this.service };
      result.observe(this.pending, backlog.pending, labels);
      result.observe(this.oldest, backlog.oldestAgeSec, labels);
      result.observe(this.dead, dead, labels);
    } catch (error) {
      this.logger.debug({ err: error }, 'the outbox could not be counted');
    }
  };
}
