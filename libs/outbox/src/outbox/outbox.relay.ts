import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Bus } from './bus.js';
import { BUS_SETTINGS, type BusSettings } from './config.js';
import { LossDetector } from './loss-detector.js';
import { OutboxRepository, type ClaimedRow, type PublishedRow } from './outbox.repository.js';

const BATCH = 100;
/** Rows under way at once; in one process an event stays under way until its slowest consumer is done. */
const MAX_UNDER_WAY = 1_000;
const MAX_PAUSE_MS = 1_000;
/** What a stopping relay waits for events under way; their rows are published again after that. */
const STOP_WAIT_MS = 2_000;

/**
 * Carries committed outbox rows to the bus. Any number of relays may run over one outbox: a row is claimed for a
 * lease, so that the rows of a dead relay go to another; publishing twice is harmless, losing is not.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly owner = randomUUID();
  private readonly underWay = new Map<string, Promise<void>>();
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

  constructor(
    private readonly bus: Bus,
    private readonly rows: OutboxRepository,
    private readonly detector: LossDetector,
    private readonly database: Database,
    @Inject(BUS_SETTINGS) private readonly settings: BusSettings,
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

  /** Looks at the outbox now instead of at the next poll. */
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
    await Promise.race([Promise.allSettled([...this.underWay.values()]), pause(STOP_WAIT_MS)]);
    clearInterval(this.leases);
    await this.guarded(() => this.flush());
    const left = [...this.underWay.keys()];
    if (left.length > 0) await this.guarded(() => this.inTurn(() => this.rows.release(this.owner, left)));
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      await this.guarded(() => this.pass());
      if (!this.stopping) await this.idle();
    }
  }

  private async pass(): Promise<void> {
    if (this.published.length > 0) await this.flush();
    await this.bus.check();
    await this.detector.beforePublishing();
    if (!(await this.rows.hasPending())) return;
    for (;;) {
      const room = MAX_UNDER_WAY - this.underWay.size;
      if (room <= 0) return;
      const limit = Math.min(BATCH, room);
      const claimed = await this.rows.claim(this.owner, limit, this.settings.CAPTURE_OUTBOX_LEASE_MS);
      for (const row of claimed) this.carry(row);
      if (claimed.length < limit || this.failures > 0) return;
    }
  }

  /** Starts to publish; rows started one after another reach the stream in that order. */
  private carry(row: ClaimedRow): void {
    if (this.underWay.has(row.id)) return;
    const carrying = this.publish(row).finally(() => {
      this.underWay.delete(row.id);
      if (this.underWay.size === MAX_UNDER_WAY - 1) this.wake();
    });
    this.underWay.set(row.id, carrying);
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
      await this.guarded(() => this.inTurn(() => this.rows.release(this.owner, [row.id])));
    }
  }

  /** Marks everything published so far in one statement; callers that come meanwhile share the next one. */
  private async flush(): Promise<void> {
    if (this.flushing) return this.flushing;
    this.flushing = (async () => {
      await new Promise(setImmediate);
      while (this.published.length > 0) {
        const batch = this.published.slice(0, BATCH * 10);
        await this.inTurn(() => this.rows.markPublished(batch));
        this.published.splice(0, batch.length);
      }
    })().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  /** One at a time, however long it takes: a database that is slow must not get more and more of them. */
  private extendLeases(): void {
    this.extending ??= this.guarded(() => this.inTurn(() => this.extend())).finally(() => {
      this.extending = undefined;
    });
  }

  private async extend(): Promise<void> {
    const ids = [...this.underWay.keys(), ...this.published.map((row) => row.id)];
    if (ids.length > 0) await this.rows.extend(this.owner, ids, this.settings.CAPTURE_OUTBOX_LEASE_MS);
  }

  /**
   * Statements over the rows that this relay holds follow one another: two at once would lock the same rows in
   * different orders and wait for each other, with a connection each, until the database breaks the deadlock.
   */
  private inTurn(write: () => Promise<void>): Promise<void> {
    const turn = this.lastWrite.then(write);
    this.lastWrite = turn.catch(() => undefined);
    return turn;
  }

  /** A bus or a database that is down must not end the relay. */
  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await this.database.forEveryOrganization('the relay carries all events', work);
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
