import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, ConfigError } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { afterAttempt, failureOf, type AttemptResult } from '../delivery.model.js';
import { laneOf, PROMPT_MS } from '../../endpoints/endpoint.model.js';
import { EndpointService } from '../../endpoints/endpoint.service.js';
import { allot, freeSlots, type InFlight } from '../queue/concurrency.model.js';
import { QueueRepository, type Lease, type QueuedDelivery } from '../queue/queue.repository.js';
import { Sender } from './sender.js';
import { WorkSignal } from '../queue/work-signal.js';

const BETWEEN_LOOKS_MS = 10;
const UNSENT: AttemptResult = {
  status: null,
  error: 'internal',
  latencyMs: 0,
  responseBody: null,
  retryAfter: null,
};

/**
 * Takes due deliveries off the queue and attempts them. Any number of processes may run one. A worker that dies leaves
 * its leases to run out; what it had sent but not recorded is then sent again under the same `webhook-id`.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly attempts = new Set<Promise<void>>();
  private readonly inFlight: InFlight = { fast: 0, slow: 0 };
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly queue: QueueRepository,
    private readonly endpoints: EndpointService,
    private readonly sender: Sender,
    private readonly metrics: DeliveryMetrics,
    private readonly work: WorkSignal,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws ConfigError when a lease could run out under a live attempt, which would then be made twice. */
  onApplicationBootstrap(): void {
    const { CAPTURE_WEBHOOK_LEASE_MS: lease, CAPTURE_WEBHOOK_TIMEOUT_MS: timeout } = this.config;
    if (lease <= timeout) {
      throw new ConfigError('webhooks', [
        'CAPTURE_WEBHOOK_LEASE_MS must be more than CAPTURE_WEBHOOK_TIMEOUT_MS',
      ]);
    }
    this.work.onPoke(() => this.look());
    this.timer = setInterval(() => this.look(), this.config.CAPTURE_WEBHOOK_POLL_MS);
  }

  /** Stops claiming and lets the attempts in flight finish; each ends by its own deadline. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.attempts);
  }

  /** Looks for work now, or once more after the look that is under way. */
  private look(): void {
    this.again = true;
    const everyone = 'the worker delivers to all';
    this.looking ??= this.database
      .forEveryOrganization(everyone, () => this.lookAll())
      .finally(() => {
        this.looking = undefined;
      });
  }

  /** Looks that follow each other are spaced, so that under load one claim serves many finished attempts. */
  private async lookAll(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        for (const { job, lease } of await this.claim()) this.launch(job, lease);
        await pause(BETWEEN_LOOKS_MS);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look for deliveries; the next look comes as planned');
    }
  }

  private async claim(): Promise<{ job: QueuedDelivery; lease: Lease }[]> {
    const free = freeSlots(this.config.CAPTURE_WEBHOOK_SLOTS, this.inFlight);
    if (free.total === 0) return [];
    return this.database.run(async () => {
      await this.queue.lockClaims();
      // Read only now: waiting for the lock must not eat into the lease.
      const now = this.clock.now();
      const after = (ms: number): Date => new Date(now.getTime() + ms);
      const leaseMs = this.config.CAPTURE_WEBHOOK_LEASE_MS;
      // Leases of processes whose clocks run ahead count too.
      const candidates = await this.queue.candidates(now, after(2 * leaseMs));
      const shares = allot(candidates, free);
      const ids = candidates.flatMap(({ endpointId, dueIds }) =>
        dueIds.slice(0, shares.get(endpointId) ?? 0),
      );
      if (ids.length === 0) return [];
      const lease = { id: randomUUID(), expiresAt: after(leaseMs) };
      return (await this.queue.claim(ids, lease, now)).map((job) => ({ job, lease }));
    });
  }

  private launch(job: QueuedDelivery, lease: Lease): void {
    let lane = laneOf(job.promptStreak);
    this.inFlight[lane] += 1;
    const slip = setTimeout(() => {
      this.inFlight[lane] -= 1;
      lane = 'slow';
      this.inFlight.slow += 1;
      this.look();
    }, PROMPT_MS);
    const attempt = this.attempt(job, lease)
      .catch((error: unknown) =>
        this.logger.error(
          { err: error, delivery: job.deliveryId },
          'outcome not recorded; the lease will run out',
        ),
      )
      .finally(() => {
        clearTimeout(slip);
        this.inFlight[lane] -= 1;
        this.attempts.delete(attempt);
        this.look();
      });
    this.attempts.add(attempt);
  }

  private async attempt(job: QueuedDelivery, lease: Lease): Promise<void> {
    const at = this.clock.now();
    const result = await this.sender.attempt(job, at).catch((error: unknown) => {
      this.logger.error({ err: error, delivery: job.deliveryId }, 'attempt could not be made');
      return UNSENT;
    });
    const ping = job.eventType === 'ping';
    const endedAt = this.clock.now();
    const error = failureOf(result);
    const next = afterAttempt(job.step + 1, result, endedAt, Math.random(), ping);
    const seen = await this.queue.record(job.deliveryId, lease.id, {
      attempt: job.attemptCount + 1,
      at,
      endedAt,
      result,
      error,
      status: next.status,
      dueAt: next.status === 'pending' ? next.dueAt : null,
    });
    const { occurredAt } = job;
    this.metrics.record({
      error,
      latencyMs: result.latencyMs,
      first: job.attemptCount === 0,
      occurredAt,
      endedAt,
    });
    // A ping is a question of a person at work on the receiver: its failure is no sign of an outage.
    if (seen && !(ping && next.status === 'failed'))
      await this.endpoints.learn(job.organizationId, job.endpointId, seen, result);
  }
}
