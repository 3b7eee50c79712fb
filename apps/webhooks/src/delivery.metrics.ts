import { Injectable } from '@nestjs/common';
import { metrics, type Counter, type Histogram } from '@opentelemetry/api';
import { Clock } from '@capture/platform';
import { QueueRepository } from './queue.repository.js';

/** What became of one attempt, as the metrics see it. */
export interface Measured {
  /** Null on success, else the reason of the delivery log. */
  error: string | null;
  latencyMs: number;
  first: boolean;
  occurredAt: Date;
  endedAt: Date;
}

/**
 * How deliveries are doing: attempts by outcome and their duration, time from an event to its receipt, age of the backlog,
 * disabled endpoints. Costs nothing while telemetry is off.
 */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter;
  private readonly duration: Histogram;
  private readonly receipt: Histogram;

  constructor(queue: QueueRepository, clock: Clock) {
    const meter = metrics.getMeter('capture.webhooks');
    this.attempts = meter.createCounter('capture.webhooks.attempts', { description: 'Attempts by outcome' });
    this.duration = meter.createHistogram('capture.webhooks.attempt.duration', { unit: 'ms' });
    this.receipt = meter.createHistogram('capture.webhooks.receipt.latency', {
      unit: 'ms',
      description: 'From an event to its receipt, where the first attempt succeeded',
    });
    const age = meter.createObservableGauge('capture.webhooks.backlog.age', {
      unit: 's',
      description: 'How long the oldest due delivery has waited',
    });
    const disabled = meter.createObservableGauge('capture.webhooks.endpoints.disabled');
    meter.addBatchObservableCallback(
      async (observed) => {
        const now = clock.now();
        const { oldestDueAt, disabledEndpoints } = await queue.state(now);
        observed.observe(age, oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1000);
        observed.observe(disabled, disabledEndpoints);
      },
      [age, disabled],
    );
  }

  record({ error, latencyMs, first, occurredAt, endedAt }: Measured): void {
    const outcome = { outcome: error ?? 'succeeded' };
    this.attempts.add(1, outcome);
    this.duration.record(latencyMs, outcome);
    if (error === null && first) this.receipt.record(endedAt.getTime() - occurredAt.getTime());
  }
}
