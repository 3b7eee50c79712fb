import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BRIEF, Database } from '@capture/persistence';
import { Clock, ConfigError } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { tierOf, PROMPT_MS } from '../../endpoints/endpoint.model.js';
import {
  ClaimRepository,
  ORGANIZATIONS_PER_CLAIM,
  type Lease,
  type QueuedDelivery,
} from '../queue/claim.repository.js';
import {
  allocate,
  freeCapacity,
  type FreeCapacity,
  leftBehind,
  STALLED_MS,
  type InFlight,
} from '../queue/concurrency.model.js';
import { WorkSignal } from '../queue/work-signal.js';
import { WorkerHeartbeat } from '../workers/worker-heartbeat.js';
import { AttemptWindow } from './attempt-window.js';
import { AttemptService } from './attempt.service.js';

const BETWEEN_LOOKS_MS = 10;
/**
 * A lease that a crash of the server loses is of an attempt that is made again. A claim locks up to 256 organizations: a process
 * that freezes in one must not keep all others from them for long.
 */
const CLAIMING = { walksIndexes: true, commitsAsynchronously: true, ...BRIEF };

/**
 * Claims due deliveries and attempts them. Any number of processes may run one. What a worker that dies had sent but not
 * recorded is sent again under the same `webhook-id`, once its heartbeat has stopped or its leases have ended.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly running = new Set<Promise<void>>();
  private readonly inFlight: InFlight = { fast: 0, slow: 0 };
  private readonly window: AttemptWindow;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly claims: ClaimRepository,
    private readonly attempts: AttemptService,
    private readonly work: WorkSignal,
    private readonly heartbeat: WorkerHeartbeat,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {
    this.window = new AttemptWindow(config.CAPTURE_WEBHOOK_WINDOW);
  }

  /** @throws ConfigError when a lease could run out during an attempt, which would then be made twice. */
  onApplicationBootstrap(): void {
    const { CAPTURE_WEBHOOK_LEASE_MS: lease, CAPTURE_WEBHOOK_TIMEOUT_MS: timeout } = this.config;
    if (lease <= timeout) {
      throw new ConfigError('webhooks', [
        'CAPTURE_WEBHOOK_LEASE_MS must be more than CAPTURE_WEBHOOK_TIMEOUT_MS',
      ]);
    }
    this.work.onWork(() => this.look());
    this.timer = setInterval(() => this.look(), this.config.CAPTURE_WEBHOOK_POLL_MS);
  }

  /** Stops claiming and lets the attempts in flight finish; each ends by its own deadline. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.running);
    await this.heartbeat.end();
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

  /** Pauses between looks, so that under load one claim replaces many finished attempts. */
  private async lookAll(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        for (const { job, lease } of await this.claim()) this.launch(job, lease);
        this.window.claimed();
        await pause(BETWEEN_LOOKS_MS);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look for deliveries; the next look comes as planned');
    }
  }

  private async claim(): Promise<{ job: QueuedDelivery; lease: Lease }[]> {
    const free = freeCapacity(this.config.CAPTURE_WEBHOOK_SLOTS, this.inFlight, this.window.free);
    if (free.total === 0) return [];
    return this.database.runDirectly(() => this.claimUpTo(free), CLAIMING);
  }

  private async claimUpTo(free: FreeCapacity): Promise<{ job: QueuedDelivery; lease: Lease }[]> {
    const organizations = await this.claims.lockReady(this.clock.now());
    if (organizations.length === 0) return [];
    // Read only now: waiting for a connection must not eat into the lease.
    const now = this.clock.now();
    const leaseMs = this.config.CAPTURE_WEBHOOK_LEASE_MS;
    const candidates = await this.claims.candidates(organizations, now, leaseMs);
    const shares = allocate(candidates, free);
    const ids = candidates.flatMap(({ endpointId, dueIds }) => dueIds.slice(0, shares.get(endpointId) ?? 0));
    const lease = { id: this.heartbeat.newLeaseId(), expiresAt: new Date(now.getTime() + leaseMs) };
    const left = leftBehind(candidates, shares);
    const jobs = await this.claims.claim(ids, lease, { organizations, left, now });
    if (organizations.length === ORGANIZATIONS_PER_CLAIM) this.again = true;
    return jobs.map((job) => ({ job, lease }));
  }

  /**
   * An attempt that takes longer than a prompt answer counts as slow from then on. Before that, when it has stalled, it makes
   * room for others of its organization.
   */
  private launch(job: QueuedDelivery, lease: Lease): void {
    let tier = tierOf(job.promptStreak);
    this.inFlight[tier] += 1;
    const leaveWindow = this.window.enter();
    const stalledTimer = setTimeout(() => {
      leaveWindow('stalled');
      this.look();
    }, STALLED_MS);
    const slowTimer = setTimeout(() => {
      this.inFlight[tier] -= 1;
      tier = 'slow';
      this.inFlight.slow += 1;
      this.look();
    }, PROMPT_MS);
    const attempt = this.attempts
      // What was answered waits for its record alone, and has not stalled however long that takes.
      .attempt(job, lease, () => clearTimeout(stalledTimer))
      .catch((error: unknown) =>
        this.logger.error(
          { err: error, delivery: job.deliveryId },
          'outcome not recorded; the lease will run out',
        ),
      )
      .finally(() => {
        clearTimeout(stalledTimer);
        clearTimeout(slowTimer);
        leaveWindow('ended');
        this.inFlight[tier] -= 1;
        this.running.delete(attempt);
        this.look();
      });
    this.running.add(attempt);
  }
}
