import {
  DiscardPolicy,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamInfo,
} from '@nats-io/jetstream';
import { millis, nanos } from '@nats-io/transport-node';
import type { StreamState } from '../bus/bus.js';
import type { NatsLink } from './nats.link.js';

export const STREAM = 'CAPTURE_EVENTS';
export const EVENT_SUBJECTS = 'events.';
/** Within this time the stream takes an event id once. */
const DEDUPE_WINDOW_MS = 2 * 60_000;
/** JetStream's own error number. */
export const STREAM_NOT_FOUND = 10_059;
const API_TIMEOUT_MS = 5_000;
/**
 * The server still deletes a stream's files for a moment after it has reported the stream as gone. A stream created at
 * once would lose its files with them.
 */
const DELETION_MS = 1_000;

export interface StreamSettings {
  retentionHours: number;
  /** Servers that keep the events. */
  replicas: number;
  /** Beyond this the oldest events go first. */
  maxBytes: number;
}

/** The one stream of all events. The first process that needs it creates it. */
export class NatsStream {
  /** How often the stream was found to be another one than before. */
  replacements = 0;
  private known: { generation: number; epoch: string } | undefined;
  private last: string | undefined;
  private looking: Promise<string> | undefined;

  constructor(
    private readonly link: NatsLink,
    private readonly settings: StreamSettings,
  ) {}

  manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.link.current, { checkAPI: false, timeout: API_TIMEOUT_MS });
  }

  /** Epoch of the stream on this connection; creates the stream when it is missing. */
  async epoch(): Promise<string> {
    if (this.known?.generation === this.link.generation) return this.known.epoch;
    this.looking ??= this.look()
      .then((info) => info.created)
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  async state(): Promise<StreamState> {
    const { created, state } = await this.look();
    return { epoch: created, firstSequence: state.first_seq, lastSequence: state.last_seq };
  }

  /** Within this time the stream takes an event id once. */
  async dedupeWindowMs(): Promise<number> {
    return millis((await this.look()).config.duplicate_window);
  }

  get replicas(): number {
    return this.settings.replicas;
  }

  /** Call after a failure: the next use looks at the stream again. */
  forget(): void {
    this.known = undefined;
  }

  private async look(): Promise<StreamInfo> {
    const { generation } = this.link;
    const manager = await this.manager();
    const info = await this.findOrCreate(manager);
    if (this.last !== undefined && this.last !== info.created) this.replacements += 1;
    this.last = info.created;
    this.known = { generation, epoch: info.created };
    return info;
  }

  private async findOrCreate(manager: JetStreamManager): Promise<StreamInfo> {
    const { retentionHours, replicas: num_replicas, maxBytes: max_bytes } = this.settings;
    const settings = { max_age: nanos(retentionHours * 3_600_000), num_replicas, max_bytes };
    try {
      const info = await manager.streams.info(STREAM);
      const names = Object.keys(settings) as (keyof typeof settings)[];
      const same = names.every((name) => info.config[name] === settings[name]);
      // Once: a process of the former release must not undo what one of the next has set.
      return same || this.last !== undefined ? info : await manager.streams.update(STREAM, settings);
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NOT_FOUND) throw error;
      if (this.last !== undefined) await this.link.pause(DELETION_MS);
      return manager.streams.add({
        name: STREAM,
        subjects: [`${EVENT_SUBJECTS}>`],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.Old,
        duplicate_window: nanos(DEDUPE_WINDOW_MS),
        ...settings,
      });
    }
  }
}
