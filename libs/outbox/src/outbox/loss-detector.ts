import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { Database } from '@capture/persistence';
import { PeriodicJob } from '@capture/platform';
import { Bus, type StreamState } from './bus.js';
import { BUS_SETTINGS, type BusSettings } from './config.js';
import { OutboxRepository } from './outbox.repository.js';

/** Positions verified at once. */
const PAGE = 50;
const BATCH = 1_000;

/**
 * Finds events that the stream has lost (its store was deleted, or replaced by an older copy) and has them
 * published again: the stream is never the only copy. Consumers that had them recognize them by their inbox.
 */
@Injectable()
export class LossDetector implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LossDetector.name);
  private readonly job: PeriodicJob;
  private checked: number | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly rows: OutboxRepository,
    private readonly database: Database,
    @Inject(BUS_SETTINGS) settings: BusSettings,
  ) {
    this.job = new PeriodicJob(LossDetector.name, settings.CAPTURE_OUTBOX_CHECK_MS, () =>
      this.compareIfConnected(),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  /**
   * To be awaited before publishing: after each connection the stream is compared before anything new goes in,
   * because new events would take the positions of lost ones and hide the loss.
   */
  async beforePublishing(): Promise<void> {
    if (this.checked !== this.bus.generation) await this.compare();
  }

  /** Compares outbox and stream; returns how many events will be published again. */
  compare(): Promise<number> {
    return this.database.forEveryOrganization('the stream holds all events', () => this.compareAll());
  }

  private async compareAll(): Promise<number> {
    const generation = this.bus.generation;
    // Asked for first: what is published from now on may lie beyond the stream's end as it is about to be told.
    const asOf = await this.rows.now();
    const stream = await this.bus.streamState();
    let lost = 0;
    if (stream) {
      lost += await this.forgetBeyond(stream, asOf);
      lost += await this.forgetMismatches(stream, asOf);
      if (lost > 0)
        this.logger.warn({ lost, stream }, 'the stream has lost events; they are published again');
    }
    this.checked = generation;
    return lost;
  }

  private async compareIfConnected(): Promise<void> {
    const connected = await this.bus.check().then(
      () => true,
      () => false,
    );
    if (connected) await this.compare();
  }

  private async forgetBeyond(stream: StreamState, asOf: string): Promise<number> {
    let lost = 0;
    for (;;) {
      const count = await this.rows.forgetBeyond(stream.epoch, stream.lastSequence, asOf, BATCH);
      lost += count;
      if (count < BATCH) return lost;
    }
  }

  /** From the newest position down, until a whole page of events is where it should be. */
  private async forgetMismatches(stream: StreamState, asOf: string): Promise<number> {
    let lost = 0;
    for (let below = stream.lastSequence + 1; ;) {
      const page = await this.rows.positions(stream.epoch, below, asOf, PAGE);
      const kept = page.filter((row) => row.sequence >= stream.firstSequence);
      const found = await Promise.all(kept.map((row) => this.bus.eventIdAt(row.sequence)));
      const gone = kept.filter((row, index) => found[index] !== row.event_id);
      await this.rows.forget(gone.map((row) => row.id));
      lost += gone.length;
      const last = page.at(-1);
      if (gone.length === 0 || page.length < PAGE || !last) return lost;
      // Once more with the last position: another event may claim the same one.
      below = last.sequence + 1;
    }
  }
}
