import {
  DiscardPolicy,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
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
/** There is a stream of this name with other settings. */
const STREAM_IS_ANOTHER = 10_058;
const API_TIMEOUT_MS = 5_000;
/**
 * The server still deletes a stream's files for a moment after it has reported the stream as gone. A stream created at
 * once would lose its files with them.
 */
const DELETION_MS = 1_000;

type Changes = Partial<Pick<StreamConfig, 'max_age' | 'num_replicas' | 'max_bytes'>>;

export interface StreamSettings {
  retentionHours: number;
  /** Servers that keep the events. */
  replicas: number;
  /** Beyond this the oldest events go first. */
  maxBytes: number;
}

const DESCRIPTION = 'Events of Capture';
/** How the description ends, once a process of this release has seen the stream. */
const EPOCH = / epoch (\S+)$/;

/**
 * The epoch of a stream: its time of creation as it was when its description was written. The server's own account of it is no
 * identity: a single server that was restarted, had the stream's settings changed and is restarted again says another one
 * (nats-server issue 8470), and everything that the outboxes keep would be taken for lost.
 */
function epochOf({ config, created }: StreamInfo): string {
  return EPOCH.exec(config.description ?? '')?.[1] ?? created;
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
      .then(epochOf)
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  async state(): Promise<StreamState> {
    const info = await this.look();
    const { first_seq: firstSequence, last_seq: lastSequence } = info.state;
    return { epoch: epochOf(info), firstSequence, lastSequence };
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
    const epoch = epochOf(info);
    if (this.last !== undefined && this.last !== epoch) this.replacements += 1;
    this.last = epoch;
    this.known = { generation, epoch };
    return info;
  }

  private async findOrCreate(manager: JetStreamManager): Promise<StreamInfo> {
    const { retentionHours, replicas: num_replicas, maxBytes: max_bytes } = this.settings;
    const settings = { max_age: nanos(retentionHours * 3_600_000), num_replicas, max_bytes };
    const info = await this.find(manager);
    if (!info) return this.create(manager, settings);
    const names = Object.keys(settings) as (keyof typeof settings)[];
    const same = names.every((name) => info.config[name] === settings[name]);
    // Once: a process of the former release must not undo what one of the next has set.
    return update(manager, info, same || this.last !== undefined ? {} : settings);
  }

  private async find(manager: JetStreamManager): Promise<StreamInfo | undefined> {
    try {
      return await manager.streams.info(STREAM);
    } catch (error) {
      if (isAnswer(error, STREAM_NOT_FOUND)) return undefined;
      throw error;
    }
  }

  private async create(manager: JetStreamManager, settings: Changes): Promise<StreamInfo> {
    if (this.last !== undefined) await this.link.pause(DELETION_MS);
    const config = {
      name: STREAM,
      subjects: [`${EVENT_SUBJECTS}>`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      duplicate_window: nanos(DEDUPE_WINDOW_MS),
      ...settings,
    };
    try {
      return await update(manager, await manager.streams.add(config));
    } catch (error) {
      // Another process was first, and has described it already.
      if (!isAnswer(error, STREAM_IS_ANOTHER)) throw error;
      return update(manager, await manager.streams.info(STREAM));
    }
  }
}

/** Changes what is to be changed, and describes a stream that is not described yet. */
function update(manager: JetStreamManager, info: StreamInfo, changes: Changes = {}): Promise<StreamInfo> {
  const described = EPOCH.test(info.config.description ?? '');
  const wanted = described ? changes : { ...changes, description: `${DESCRIPTION}, epoch ${info.created}` };
  return Object.keys(wanted).length === 0 ? Promise.resolve(info) : manager.streams.update(STREAM, wanted);
}

function isAnswer(error: unknown, code: number): boolean {
  return error instanceof JetStreamApiError && error.code === code;
}
