import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Metrics } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { QueueRepository } from '../queue/queue.repository.js';

/** One attempt, as far as the metrics need it. */
export interface MeasuredAttempt {
  /** Null on success, else the reason of the delivery log. */
  error: string | null;
  latencyMs: number;
  first: boolean;
  occurredAt: Date;
  endedAt: Date;
}

/** Buckets up to 10 s show whether the objective is met; those above, by how much it is missed. */
const RECEIPT_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** `succeeded`, and the reasons of the delivery log. */
const OUTCOMES = [
  'succeeded',
  'status',
  'redirect',
  'timeout',
  'connection',
  'tls',
  'protocol',
  'unresolved',
  'forbidden_address',
  'internal',
];

/** Attempts by outcome, their duration, time from an event to its receipt, age of the backlog, disabled endpoints. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly receipt;

  constructor(
    private readonly queue: QueueRepository,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
    database: Database,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter(
      { name: 'capture_webhooks_attempts_total', help: 'Attempts by outcome' },
      ['outcome'],
    );
    // From zero: a counter that begins with its first failure shows no increase.
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    this.duration = metrics.histogram(
      { name: 'capture_webhooks_attempt_duration_seconds', help: 'Of one attempt, its answer included' },
      ['outcome'],
    );
    this.receipt = metrics.histogram(
      {
        name: 'capture_webhooks_receipt_latency_seconds',
        help: 'From an event to its receipt, where the first attempt succeeded',
      },
      [],
      RECEIPT_SECONDS,
    );
    const gauges = {
      backlogAgeSec: {
        name: 'capture_webhooks_backlog_age_seconds',
        help: 'How long the oldest due delivery has waited for a worker, replays of ranges aside',
      },
      disabledEndpoints: { name: 'capture_webhooks_endpoints_disabled', help: 'Endpoints that get nothing' },
    };
    metrics.gauges(gauges, () => database.forEveryOrganization('alerts watch all', () => this.state()));
  }

  record({ error, latencyMs, first, occurredAt, endedAt }: MeasuredAttempt): void {
    const outcome = { outcome: error ?? 'succeeded' };
    this.attempts.inc(outcome);
    this.duration.observe(outcome, latencyMs / 1000);
    if (error === null && first) this.receipt.observe((endedAt.getTime() - occurredAt.getTime()) / 1000);
  }

  private async state(): Promise<{ backlogAgeSec: number; disabledEndpoints: number }> {
    const now = this.clock.now();
    const { oldestDueAt, disabledEndpoints } = await this.queue.state(
      now,
      this.config.CAPTURE_WEBHOOK_LEASE_MS,
    );
    const backlogAgeSec = oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1000;
    return { backlogAgeSec, disabledEndpoints };
  }
}
