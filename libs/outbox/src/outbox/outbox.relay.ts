import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Bus } from '@capture/messaging';
import { OutboxConfig } from '../config.js';
import { LossDetector } from './loss-detector.js';
import { OutboxRepository, type ClaimedRow, type PublishedRow } from './outbox.repository.js';

const BATCH = 500;
/** Rows in flight at once. In process, an event is in flight until its slowest consumer is done. */
const MAX_IN_FLIGHT = 1_000;
const MAX_PAUSE_MS = 1_000;
/** Claims of rows are at least this far apart, so that under load one takes what several transactions have committed. */
const BETWEEN_CLAIMS_MS = 15;
/** Rows that are published within this time are marked in one statement. */
const MARK_TOGETHER_MS = 20;
/** How long a stopping relay waits for events in flight; rows that are left are published again. */
const STOP_WAIT_MS = 2_000;

/**
 * Publishes committed outbox rows. Any number of relays may run over one outbox. Each row is claimed under a lease,
 * so that another relay takes over the rows of one that died. Publishing twice is harmless; losing an event is not.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly owner = randomUUID();
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly published: PublishedRow[] = [];
  private flushing: Promise<void> | undefined;
  private extending: Promise<void> | undefined;
  private lastWrite: Promise<void> = Promise.resolve();
  private failures = 0;
  private loop: Promise<void> | undefined;
  private leases: NodeJS.Timeout | undefined;
  private stopping = false;
  private interrupt: () => void = () => undefined;
  private woken = false;
  private claimedAt = -Infinity;

  constructor(
    private readonly bus: Bus,
    private readonly rows: OutboxRepository,
    private readonly detector: LossDetector,
    private readonly database: Database,
    private readonly settings: OutboxConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  start(): void {
    if (this.loop) return;
    this.stopping = false;
    this.loop = this.run();
    this.leases = setInterval(
      () => this.extendLeases(),
      Math.ceil(this.settings.CAPTURE_OUTBOX_LEASE_MS / 3),
    );
  }

  /** Polls now instead of after the pause. */
  wake(): void {
    this.woken = true;
    this.interrupt();
  }

  /** Publishes what is committed so far, then stops. */
  async stop(): Promise<void> {
    if (!this.loop) return;
    this.stopping = true;
    this.interrupt();
    await this.loop;
    this.loop = undefined;
    await this.guarded(() => this.pass());
    await Promise.race([
      Promise.allSettled([...this.inFlight.values()]),
      pause(STOP_WAIT_MS, undefined, { ref: false }),
    ]);
    clearInterval(this.leases);
    await this.guarded(() => this.flush());
    const unpublished = [...this.inFlight.keys()];
    if (unpublished.length > 0)
      await this.guarded(() => this.serialized(() => this.rows.release(this.owner, unpublished)));
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const { woken } = this;
      this.woken = false;
      await this.guarded(() => this.pass(woken));
      if (!this.stopping) await this.idle();
    }
  }

  /** @param woken there is something to publish: nobody has to ask */
  private async pass(woken = false): Promise<void> {
    // What an earlier one could not mark.
    if (this.published.length > 0 && !this.flushing) await this.flush();
    await this.bus.check();
    await this.detector.beforePublishing();
    if (!woken && !(await this.rows.hasPending())) return;
    const tooEarlyMs = this.claimedAt + BETWEEN_CLAIMS_MS - performance.now();
    if (tooEarlyMs > 0 && !this.stopping) await pause(tooEarlyMs);
    for (;;) {
      const capacity = MAX_IN_FLIGHT - this.inFlight.size;
      if (capacity <= 0) return;
      const limit = Math.min(BATCH, capacity);
      this.claimedAt = performance.now();
      // Who woke before now has committed before now: this claim takes it.
      this.woken = false;
      const claimed = await this.rows.claim(this.owner, limit, this.settings.CAPTURE_OUTBOX_LEASE_MS);
      for (const row of claimed) this.startPublishing(row);
      if (claimed.length < limit || this.failures > 0) return;
    }
  }

  /** Does not wait: rows reach the stream in the order in which their publishing starts. */
  private startPublishing(row: ClaimedRow): void {
    if (this.inFlight.has(row.id)) return;
    const publishing = this.publish(row).finally(() => {
      this.inFlight.delete(row.id);
      if (this.inFlight.size === MAX_IN_FLIGHT - 1) this.wake();
    });
    this.inFlight.set(row.id, publishing);
  }

  private async publish(row: ClaimedRow): Promise<void> {
    try {
      const receipt = await this.bus.publish(JSON.parse(row.envelope) as EventEnvelope, row.headers);
      this.failures = 0;
      this.published.push({ id: row.id, ...receipt });
      await this.guarded(() => this.flush());
    } catch (error) {
      this.failures += 1;
      if (this.failures === 1)
        this.logger.warn({ err: error }, 'publishing failed; the outbox keeps the events');
      await this.guarded(() => this.serialized(() => this.rows.release(this.owner, [row.id])));
    }
  }

  /** Marks everything published so far in one statement. Callers that arrive meanwhile share the next one. */
  private async flush(): Promise<void> {
    if (this.flushing) return this.flushing;
    this.flushing = (async () => {
      await pause(MARK_TOGETHER_MS);
      while (this.published.length > 0) {
        const batch = this.published.slice(0, BATCH);
        await this.serialized(() => this.rows.markPublished(batch));
        this.published.splice(0, batch.length);
      }
    })().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  /** Never twice at once: a slow database must not collect a queue of extensions. */
  private extendLeases(): void {
    this.extending ??= this.guarded(() => this.serialized(() => this.extend())).finally(() => {
      this.extending = undefined;
    });
  }

  private async extend(): Promise<void> {
    const ids = [...this.inFlight.keys(), ...this.published.map((row) => row.id)];
    if (ids.length > 0) await this.rows.extend(this.owner, ids, this.settings.CAPTURE_OUTBOX_LEASE_MS);
  }

  /**
   * Runs the statements over this relay's rows one after another. Two at once would lock the same rows in different
   * orders and deadlock.
   */
  private serialized(write: () => Promise<void>): Promise<void> {
    const written = this.lastWrite.then(write);
    this.lastWrite = written.catch(() => undefined);
    return written;
  }

  /** Counts a failure instead of throwing: an outage of bus or database must not end the relay. */
  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await this.database.forEveryOrganization('the relay publishes all events', work);
    } catch (error) {
      this.failures += 1;
      if (this.failures === 1) this.logger.warn({ err: error }, 'the relay could not work; it tries again');
    }
  }

  private idle(): Promise<void> {
    if (this.woken && this.failures === 0) return Promise.resolve();
    const ms = Math.min(
      this.settings.CAPTURE_OUTBOX_POLL_MS * 2 ** Math.min(this.failures, 10),
      MAX_PAUSE_MS,
    );
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.interrupt = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.interrupt = this.failures === 0 ? done : () => this.stopping && done();
    });
  }
}
