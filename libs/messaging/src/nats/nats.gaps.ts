import {
  DiscardPolicy,
  jetstream,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { MissedRange } from '../bus/bus.js';
import type { NatsLink } from './nats.link.js';
import { STREAM, STREAM_NOT_FOUND, type NatsStream } from './nats.stream.js';

const GAPS = 'CAPTURE_GAPS';
const SUBJECTS = 'gaps.';
/** As long as inboxes know by default what was handled: an outbox may keep what it has published no longer than that. */
const MAX_AGE = nanos(30 * 24 * 3_600_000);
/** A consumer for which no more events wait than this has caught up: what it missed is no flood on top of another. */
const CAUGHT_UP = 1_000;

/** What a gap says; the time is the server's. */
type Gap = Omit<MissedRange, 'id'>;

interface StoredGap extends MissedRange {
  foundAt: Date;
}

/**
 * Ranges of the stream that were dropped before a consumer had them. They are kept in a stream of their own, which does not
 * fill up with events, until the services that published them read them.
 */
export class NatsGaps {
  private known: StoredGap[] = [];
  private read = 0;

  constructor(
    private readonly link: NatsLink,
    private readonly stream: NatsStream,
  ) {}

  async record(gap: Gap): Promise<void> {
    await this.prepare();
    await jetstream(this.link.current).publish(`${SUBJECTS}${gap.consumer}`, JSON.stringify(gap), {
      msgID: [gap.consumer, gap.epoch, gap.first, gap.last].join(':'),
    });
  }

  /**
   * The ranges whose consumer has caught up. Not those that were found just now: within its window for duplicates the stream
   * would take none of their events again.
   */
  async ripe(): Promise<MissedRange[]> {
    await this.readNew();
    if (this.known.length === 0) return [];
    const { epoch } = await this.stream.state();
    const before = Date.now() - (await this.stream.dedupeWindowMs());
    const old = this.known.filter((gap) => gap.epoch === epoch && gap.foundAt.getTime() < before);
    const consumers = [...new Set(old.map(({ consumer }) => consumer))];
    const caughtUp = await Promise.all(consumers.map((consumer) => this.hasCaughtUp(consumer)));
    const ready = new Set(consumers.filter((_consumer, index) => caughtUp[index]));
    return old.filter(({ consumer }) => ready.has(consumer));
  }

  private async readNew(): Promise<void> {
    const info = await this.info();
    if (!info) return;
    const { first_seq: first, last_seq: last } = info.state;
    // The stream of gaps was lost, and begins anew.
    if (last < this.read) this.known = [];
    const { streams } = await this.stream.manager();
    for (let seq = last < this.read ? first : Math.max(first, this.read + 1); seq <= last; seq += 1) {
      const message = await streams.getMessage(GAPS, { seq });
      if (message) this.known.push({ ...message.json<Gap>(), id: String(seq), foundAt: message.time });
      // With each: where the reading breaks off, the next one goes on.
      this.read = seq;
    }
    this.read = last;
    this.known = this.known.filter(({ id }) => Number(id) >= first);
  }

  private async hasCaughtUp(consumer: string): Promise<boolean> {
    const { consumers } = await this.stream.manager();
    try {
      const { num_pending: waiting, num_ack_pending: held } = await consumers.info(STREAM, consumer);
      return waiting + held <= CAUGHT_UP;
    } catch (error) {
      // A consumer of a former release is there no more.
      if (error instanceof JetStreamApiError) return false;
      throw error;
    }
  }

  private async info(): Promise<StreamInfo | undefined> {
    const { streams } = await this.stream.manager();
    try {
      return await streams.info(GAPS);
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return undefined;
      throw error;
    }
  }

  private async prepare(): Promise<void> {
    const { streams } = await this.stream.manager();
    const info = await this.info();
    // Former releases kept them for as long as outboxes do unless they are set to keep more.
    if (info && info.config.max_age < MAX_AGE) await streams.update(GAPS, { max_age: MAX_AGE });
    if (info) return;
    await streams.add({
      name: GAPS,
      subjects: [`${SUBJECTS}>`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: MAX_AGE,
      num_replicas: this.stream.replicas,
    });
  }
}
