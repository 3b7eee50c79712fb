import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Every } from '@capture/platform';
import { Bus, type StreamState } from '@capture/messaging';
import { OutboxConfig } from '../config.js';
import { OutboxRepository, type StoredPosition } from './outbox.repository.js';

/** Positions verified at once. */
const PAGE = 50;
const BATCH = 1_000;

/**
 * Finds events that the stream has lost, because its store was deleted or replaced by an older copy, and has them
 * published again. Consumers that have handled them recognize them by their inbox.
 */
@Injectable()
export class LossDetector {
  private readonly logger = new Logger(LossDetector.name);
  private checked: number | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly rows: OutboxRepository,
    private readonly database: Database,
  ) {}

  /**
   * Compares outbox and stream once per connection. The relay awaits this before it publishes: new events would take
   * the positions of lost ones and hide the loss.
   */
  async beforePublishing(): Promise<void> {
    if (this.checked !== this.bus.generation) await this.compare();
  }

  /** Compares outbox and stream. Returns how many events will be published again. */
  compare(): Promise<number> {
    return this.database.forEveryOrganization('the stream holds all events', () => this.compareAll());
  }

  private async compareAll(): Promise<number> {
    const generation = this.bus.generation;
    // Read before the stream's state: events published after it may lie beyond the end that the state names.
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

  @Every((config: OutboxConfig) => config.CAPTURE_OUTBOX_CHECK_MS)
  async compareIfConnected(): Promise<void> {
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

  /** Checks positions from the newest down until a whole page of events is in its place. */
  private async forgetMismatches(stream: StreamState, asOf: string): Promise<number> {
    let lost = 0;
    for (let below = stream.lastSequence + 1; ;) {
      const page = await this.rows.positions(stream.epoch, below, asOf, PAGE);
      const gone = await this.mismatches(page, stream);
      await this.rows.forget(gone.map((row) => row.event_id));
      lost += gone.length;
      const last = page.at(-1);
      if (gone.length === 0 || page.length < PAGE || !last) return lost;
      // Includes the last position again: another row may claim the same one.
      below = last.sequence + 1;
    }
  }

  /** Positions that hold another event or none, without those that the stream has dropped by now because it was full. */
  private async mismatches(
    page: StoredPosition[],
    { firstSequence }: StreamState,
  ): Promise<StoredPosition[]> {
    const kept = page.filter((row) => row.sequence >= firstSequence);
    const found = await Promise.all(kept.map((row) => this.bus.eventIdAt(row.sequence)));
    const gone = kept.filter((row, index) => found[index] !== row.event_id);
    if (gone.length === 0) return gone;
    const first = (await this.bus.streamState())?.firstSequence ?? 0;
    return gone.filter((row) => row.sequence >= first);
  }
}
