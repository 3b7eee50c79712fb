import type { Metrics } from '@capture/platform';
import type { Bus } from './bus.js';

/** Deliveries of a service's consumers by outcome, how long handlers take, and what waits. */
export class ConsumerMetrics {
  private readonly deliveries;
  private readonly duration;
  private readonly names: string[] = [];

  constructor(
    metrics: Metrics,
    private readonly bus: Bus,
  ) {
    this.deliveries = metrics.counter(
      {
        name: 'capture_consumer_deliveries_total',
        help: 'Events given to a consumer: done, or failed. Those that failed for the last time count as given_up as well',
      },
      ['consumer', 'outcome'],
    );
    this.duration = metrics.histogram(
      { name: 'capture_consumer_duration_seconds', help: 'How long a consumer took for one event' },
      ['consumer'],
    );
    metrics.gaugeBy(
      { name: 'capture_consumer_backlog', help: 'Events that wait for a consumer or are with it' },
      'consumer',
      () => this.backlogs(),
    );
  }

  /** Begins to tell the backlog of this consumer. */
  watch(consumer: string): void {
    this.names.push(consumer);
    // Zero from the start: a rate needs a sample before the first event.
    this.deliveries.inc({ consumer, outcome: 'done' }, 0);
  }

  /** Runs one delivery, and counts it. */
  async measured(consumer: string, deliver: () => Promise<void>): Promise<void> {
    const stop = this.duration.startTimer({ consumer });
    let outcome = 'failed';
    try {
      await deliver();
      outcome = 'done';
    } finally {
      stop();
      this.deliveries.inc({ consumer, outcome });
    }
  }

  gaveUp(consumer: string): void {
    this.deliveries.inc({ consumer, outcome: 'given_up' });
  }

  private async backlogs(): Promise<ReadonlyMap<string, number>> {
    return new Map(
      await Promise.all(this.names.map(async (name) => [name, await this.bus.backlog(name)] as const)),
    );
  }
}
