import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Metrics } from '@capture/platform';
import { DeadLetterRepository } from '../dead-letters/dead-letters.repository.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';

/** Backlog and dead letters, which alerts watch. Read when metrics are collected. */
@Injectable()
export class OutboxMetrics {
  private readonly logger = new Logger(OutboxMetrics.name);

  constructor(
    private readonly rows: OutboxRepository,
    private readonly letters: DeadLetterRepository,
    database: Database,
    metrics: Metrics,
  ) {
    const gauges = {
      pending: { name: 'capture_outbox_pending', help: 'Committed events that are not on the bus yet' },
      oldestAgeSec: { name: 'capture_outbox_oldest_age_seconds', help: 'Age of the oldest of them' },
      dead: {
        name: 'capture_outbox_dead_letters',
        help: 'Events that a consumer gave up on and nobody has redriven',
      },
    };
    metrics.gauges(gauges, () => database.forEveryOrganization('alerts watch all', () => this.read()));
  }

  private async read(): Promise<{ pending: number; oldestAgeSec: number; dead: number }> {
    try {
      const [backlog, dead] = await Promise.all([this.rows.backlog(), this.letters.count()]);
      return { ...backlog, dead };
    } catch (error) {
      this.logger.debug({ err: error }, 'the outbox could not be counted');
      throw error;
    }
  }
}
