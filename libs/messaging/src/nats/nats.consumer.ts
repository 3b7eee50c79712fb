import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  type Consumer,
  type ConsumerInfo,
  type ConsumerMessages,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos, type Subscription as NatsSubscription } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import type { ConsumeOptions, Subscription } from '../bus/bus.js';
import { deliver, turnOf, untilAble, type Verdict } from '../bus/delivery.js';
import { KeyedQueue } from '../work/keyed-queue.js';
import { RunningWork } from '../work/running-work.js';
import type { GapWatch } from './gap-watch.js';
import { toHeaders } from './nats.headers.js';
import { drained, type NatsLink } from './nats.link.js';
import { EVENT_SUBJECTS, STREAM, type NatsStream } from './nats.stream.js';

/** JetStream's own error number. */
const CONSUMER_NOT_FOUND = 10_014;
const PULL_MS = 5_000;
const RETRY_MS = 250;
const MAX_RETRY_MS = 2_000;
/** Counts events that wait for their next delivery as well: high enough that failing events never reach it. */
const MAX_ACK_PENDING = 10_000;
/**
 * Events that wait for the turn of their organization take no slot of another's. A process holds this many of them: a
 * larger flood of one organization delays the others after all.
 */
const MAX_WAITING = 2_000;
/** After this many extensions a handler counts as hung and its event goes to another process. */
const MAX_EXTENSIONS = 180;

/**
 * A durable pull consumer. It pulls no more than it has free slots, so that a process that stops or dies delays few
 * events. It counts deliveries itself: the server would leave an exhausted message in the stream and announce that only
 * by a lossy advisory.
 */
export class NatsConsumer implements Subscription {
  readonly ready: Promise<void>;
  private readonly logger: Logger;
  private readonly queue: KeyedQueue;
  private readonly running = new RunningWork();
  private readonly loop: Promise<void>;
  private markReady: () => void = () => undefined;
  private freed: () => void = () => undefined;
  private batch: ConsumerMessages | undefined;
  private closed = false;
  /** Whether a delivery has failed since it was asked last whether events can be handled. */
  private doubtful = false;
  /** Whether this process has brought the consumer up to date. */
  private settled = false;

  constructor(
    private readonly link: NatsLink,
    private readonly stream: NatsStream,
    private readonly options: ConsumeOptions,
    private readonly watch: GapWatch,
  ) {
    this.logger = new Logger(options.durable);
    this.queue = new KeyedQueue(options.concurrency);
    this.ready = new Promise((resolve) => {
      this.markReady = resolve;
    });
    this.loop = this.run();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.batch) await this.end(this.batch);
    this.freed();
    this.markReady();
    await this.loop;
    await this.running.ended();
  }

  private async run(): Promise<void> {
    await Promise.race([this.link.first, this.ready]);
    let failures = 0;
    while (!this.closed && !this.link.closed) {
      try {
        const consumer = await this.ensure();
        this.markReady();
        failures = 0;
        await this.pull(consumer);
      } catch (error) {
        if (this.closed) return;
        if (failures === 0 && this.link.connected)
          this.logger.warn({ err: error }, 'cannot pull events; trying until it works');
        failures += 1;
        this.stream.forget();
        await this.link.pause(Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS));
      }
    }
  }

  private async ensure(): Promise<Consumer> {
    await this.stream.epoch();
    const manager = await this.stream.manager();
    const info = await this.findOrAdd(manager);
    return jetstream(this.link.current).consumers.getConsumerFromInfo(info);
  }

  /**
   * Creates the consumer, or brings an existing one up to date: the server refuses to create it with other settings. It does
   * so once: in a rolling change a process of the former release, which finds its consumer again, must not undo the settings
   * of those that started later. When a consumer was created does not tell: the server's time for it may change with a restart.
   */
  private async findOrAdd({ consumers }: JetStreamManager): Promise<ConsumerInfo> {
    const { durable } = this.options;
    const settings = {
      filter_subject: `${EVENT_SUBJECTS}${this.options.pattern}`,
      ack_wait: nanos(this.options.ackWaitMs),
      max_deliver: -1,
      max_ack_pending: MAX_ACK_PENDING,
    };
    try {
      const info = await consumers.info(STREAM, durable);
      const names = Object.keys(settings) as (keyof typeof settings)[];
      const same = names.every((name) => info.config[name] === settings[name]);
      const leave = same || this.settled;
      const current = leave ? info : await consumers.update(STREAM, durable, settings);
      this.settled = true;
      return current;
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== CONSUMER_NOT_FOUND) throw error;
    }
    const fixed = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All };
    const added = await consumers.add(STREAM, { durable_name: durable, ...fixed, ...settings });
    this.settled = true;
    return added;
  }

  private async pull(consumer: Consumer): Promise<void> {
    const { generation } = this.link;
    while (!this.closed && this.link.generation === generation) {
      if (this.doubtful) {
        this.doubtful = false;
        await untilAble(
          this.options,
          () => this.closed,
          (ms) => this.link.pause(ms),
        );
        continue;
      }
      const { activeKeys } = this.queue;
      const waiting = this.running.size - activeKeys;
      const capacity = Math.min(this.options.concurrency - activeKeys, MAX_WAITING - waiting);
      if (capacity <= 0) {
        await new Promise<void>((resolve) => {
          this.freed = resolve;
        });
        continue;
      }
      await this.watch.lookNowAndThen();
      this.batch = await consumer.fetch({ max_messages: capacity, expires: PULL_MS });
      if (this.closed) await this.end(this.batch);
      for await (const message of this.batch) this.receive(message);
    }
  }

  /**
   * Asks for nothing more, and receives what the server has sent already. `stop` by itself drops that, and it would come
   * again only after its time to acknowledge.
   */
  private async end(batch: ConsumerMessages): Promise<void> {
    // The client has no name for this; draining the whole connection ends a batch the same way.
    const { sub } = batch as ConsumerMessages & { sub: NatsSubscription };
    if (this.link.connected) await drained(sub);
    batch.stop();
  }

  private receive(message: JsMsg): void {
    if (this.closed) return message.nak();
    const work = this.process(message).catch((error: unknown) => {
      this.logger.error({ err: error }, 'an event could not be acknowledged; it is delivered again');
    });
    void this.running.track(work).then(() => this.freed());
  }

  private async process(message: JsMsg): Promise<void> {
    const event = readEvent(message);
    if (!event) {
      this.logger.error({ sequence: message.seq, subject: message.subject }, 'not an event; skipped');
      return message.term();
    }
    const extended = this.extend(message);
    try {
      const verdict = await this.queue.run(turnOf(this.options, event), () => {
        extended.start();
        return this.attempt(message, event);
      });
      if (verdict) this.acknowledge(message, event, verdict);
      else message.nak();
    } finally {
      extended.stop();
    }
  }

  /** Undefined when this consumer closed before the event could start. */
  private attempt(message: JsMsg, event: EventEnvelope): Promise<Verdict | undefined> {
    if (this.closed) return Promise.resolve(undefined);
    const headers = toHeaders(message.headers);
    return deliver(this.options, { event, headers, attempt: message.info.deliveryCount });
  }

  private acknowledge(message: JsMsg, event: EventEnvelope, verdict: Verdict): void {
    if (verdict.kind === 'done') return message.ack();
    this.doubtful = true;
    const what = verdict.kind === 'dead' ? 'given up' : `retried in ${verdict.delayMs} ms`;
    const attempt = message.info.deliveryCount;
    this.logger.warn({ err: verdict.error, eventId: event.id, attempt }, `event failed, ${what}`);
    if (verdict.kind === 'dead') message.term();
    else message.nak(verdict.delayMs);
  }

  /** Extends the ack wait while the event waits for its turn and, from `start` on, for a time in which handlers finish. */
  private extend(message: JsMsg): { start: () => void; stop: () => void } {
    let extensions = -Infinity;
    const timer = setInterval(
      () => {
        extensions += 1;
        if (extensions > MAX_EXTENSIONS) clearInterval(timer);
        else message.working();
      },
      Math.ceil(this.options.ackWaitMs / 3),
    );
    return { start: () => (extensions = 0), stop: () => clearInterval(timer) };
  }
}

function readEvent(message: JsMsg): EventEnvelope | undefined {
  try {
    const event = message.json<Partial<EventEnvelope> | null>();
    return typeof event?.id === 'string' && typeof event.organizationId === 'string'
      ? (event as EventEnvelope)
      : undefined;
  } catch {
    return undefined;
  }
}
