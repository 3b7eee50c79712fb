import { Injectable, Logger } from '@nestjs/common';
import { ChangeNotices } from '@capture/outbox';
import { Clock } from '@capture/platform';
import { EndpointHealthService } from '../../endpoints/endpoint-health.service.js';
import { failureOf, type AttemptResult } from '../../outbound/attempt.model.js';
import { noticeOf } from '../delivery-notice.js';
import { afterAttempt } from '../delivery.model.js';
import type { Lease, QueuedDelivery } from '../queue/claim.repository.js';
import { QueueJobs } from '../queue/queue.jobs.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { OutcomeRecorder } from './outcome-recorder.js';
import { Sender } from './sender.js';

const UNSENT: AttemptResult = {
  status: null,
  error: 'internal',
  latencyMs: 0,
  responseBody: null,
  retryAfter: null,
};

/** Attempts a claimed delivery and records what came of it. */
@Injectable()
export class AttemptService {
  private readonly logger = new Logger(AttemptService.name);

  constructor(
    private readonly sender: Sender,
    private readonly queue: QueueJobs,
    private readonly outcomes: OutcomeRecorder,
    private readonly health: EndpointHealthService,
    private readonly metrics: DeliveryMetrics,
    private readonly clock: Clock,
    private readonly notices: ChangeNotices,
  ) {}

  /** @param onAnswered called before the outcome is recorded, however the sending ended */
  async attempt(job: QueuedDelivery, lease: Lease, onAnswered: () => void): Promise<void> {
    const at = this.clock.now();
    const result = await this.send(job, at);
    onAnswered();
    const { simulated } = job;
    const endedAt = this.clock.now();
    const error = failureOf(result);
    const next = afterAttempt(job.step + 1, result, endedAt, Math.random(), simulated);
    const seen = await this.outcomes.record({
      deliveryId: job.deliveryId,
      leaseId: lease.id,
      attempt: job.attemptCount + 1,
      at,
      endedAt,
      result,
      error,
      status: next.status,
      dueAt: next.status === 'pending' ? next.dueAt : null,
    });
    this.notices.tell(noticeOf(job.organizationId, job.endpointId));
    const { occurredAt, attemptCount } = job;
    const first = attemptCount === 0;
    this.metrics.record({ error, latencyMs: result.latencyMs, first, occurredAt, endedAt });
    // Who simulates an event is working on the receiver: its failure is no sign of an outage.
    if (!seen || (simulated && next.status === 'failed')) return;
    // A failed attempt leaves its delivery queued. Disabling the endpoint meanwhile skipped it as in flight, and `seen` may be from
    // before that.
    if (seen.status === 'disabled' || error !== null) await this.queue.holdIfDisabled(job.endpointId);
    // What was not sent, as without a key that its secret was sealed with, says nothing about the receiver.
    if (error !== UNSENT.error) await this.health.recordAttempt(job, seen, result);
  }

  private async send(job: QueuedDelivery, at: Date): Promise<AttemptResult> {
    try {
      return await this.sender.send(job, at);
    } catch (error) {
      this.logger.error({ err: error, delivery: job.deliveryId }, 'attempt could not be made');
      return UNSENT;
    }
  }
}
