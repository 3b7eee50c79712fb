import { jetstream, type StoredMsg } from '@nats-io/jetstream';
import type { Msg, Subscription as NatsSubscription } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import {
  Bus,
  type BroadcastHandler,
  type RequestHandler,
  type ConsumeOptions,
  type Headers,
  type PublishReceipt,
  type RequestOptions,
  type StreamState,
  type Subscription,
  type EventSubscriber,
  type MissedRange,
} from '../bus/bus.js';
import { decodeReply, encodeAnswer, encodeRefusal, noReply } from '../commands/command-reply.js';
import { LocalListeners } from '../in-process/local-listeners.js';
import { RunningWork } from '../work/running-work.js';
import { GapWatch } from './gap-watch.js';
import { requestCommand, servedSubjects, whyNoReply } from './nats.commands.js';
import { NatsConsumer } from './nats.consumer.js';
import { NatsGaps } from './nats.gaps.js';
import { fromHeaders, toHeaders } from './nats.headers.js';
import { sendHeartbeats } from './nats.heartbeats.js';
import { drained, NatsLink } from './nats.link.js';
import { EVENT_SUBJECTS, NatsStream, STREAM, type StreamSettings } from './nats.stream.js';

const LIVE_SUBJECTS = 'live.';
const PUBLISH_TIMEOUT_MS = 5_000;

export interface NatsBusOptions {
  /** One server or several, separated by commas. */
  url: string;
  service: string;
  stream: StreamSettings;
}

/**
 * Events on a JetStream stream; commands, subscribers and broadcasts on core NATS. While no server is connected every
 * call fails at once, registrations wait, and broadcasts stay in this process. All recover by themselves.
 */
export class NatsBus extends Bus {
  private readonly logger = new Logger(NatsBus.name);
  private readonly link: NatsLink;
  private readonly stream: NatsStream;
  private readonly gaps: NatsGaps;
  private readonly subscriptions = new Set<Subscription>();
  private readonly listeners = new LocalListeners(this.logger);

  constructor(options: NatsBusOptions) {
    super();
    this.link = new NatsLink({ url: options.url, name: `capture-${options.service}` });
    this.stream = new NatsStream(this.link, options.stream);
    this.gaps = new NatsGaps(this.link, this.stream);
  }

  get generation(): number {
    return this.link.generation + this.stream.replacements;
  }

  async publish(event: EventEnvelope, headers?: Headers): Promise<PublishReceipt> {
    const epoch = await this.stream.epoch();
    try {
      const ack = await jetstream(this.link.current).publish(
        `${EVENT_SUBJECTS}${event.type}`,
        JSON.stringify(event),
        {
          msgID: event.id,
          headers: fromHeaders(headers),
          timeout: PUBLISH_TIMEOUT_MS,
          // The relay repeats. A repeat in here would come after events that were published later.
          retries: 1,
        },
      );
      return { epoch, sequence: ack.seq };
    } catch (error) {
      this.stream.forget();
      throw error;
    }
  }

  consume(options: ConsumeOptions): Subscription {
    const watch = new GapWatch(this.stream, this.gaps, options);
    return this.registered(new NatsConsumer(this.link, this.stream, options, watch));
  }

  async request(subject: string, payload: unknown, options: RequestOptions): Promise<unknown> {
    let reply: Msg;
    try {
      reply = await requestCommand(this.link.current, subject, JSON.stringify(payload ?? null), options);
    } catch (error) {
      throw noReply(subject, whyNoReply(error, options.timeoutMs), error);
    }
    return decodeReply(subject, reply.string());
  }

  serve(service: string, subject: string, handler: RequestHandler): Subscription {
    const running = new RunningWork();
    const answer = (message: Msg): void => void running.track(this.answer(subject, handler, message));
    const parts = servedSubjects(subject).map((served) =>
      this.subscribeTo(served, service, answer, () => running.ended()),
    );
    return {
      ready: Promise.all(parts.map(({ ready }) => ready)).then(() => undefined),
      close: async () => {
        await Promise.all(parts.map((part) => part.close()));
      },
    };
  }

  subscribe(pattern: string, subscriber: EventSubscriber): Subscription {
    return this.subscribeTo(
      `${EVENT_SUBJECTS}${pattern}`,
      undefined,
      (message) => void this.notify(subscriber, message),
    );
  }

  broadcast(topic: string, message: unknown): void {
    if (!this.link.connected || !this.isSent(topic, message)) this.listeners.tell(topic, message);
  }

  listen(topic: string, handler: BroadcastHandler): Subscription {
    const leave = this.listeners.add(topic, handler);
    return this.subscribeTo(
      `${LIVE_SUBJECTS}${topic}`,
      undefined,
      (message) => this.listeners.pass(topic, handler, message.string()),
      () => Promise.resolve(leave()),
    );
  }

  async backlog(durable: string): Promise<number> {
    const { consumers } = await this.stream.manager();
    const { num_pending: waiting, num_ack_pending: held } = await consumers.info(STREAM, durable);
    return waiting + held;
  }

  streamState(): Promise<StreamState | null> {
    return this.stream.state();
  }

  async eventIdAt(sequence: number): Promise<string | null> {
    const manager = await this.stream.manager();
    const found: StoredMsg | null = await manager.streams.getMessage(STREAM, { seq: sequence });
    return found?.header.get('Nats-Msg-Id') ?? null;
  }

  missed(): Promise<MissedRange[]> {
    return this.gaps.ripe();
  }

  async check(): Promise<void> {
    if (!this.link.connected) throw new Error('NATS is not connected');
    await this.stream.epoch();
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    await this.link.close();
  }

  /** Subscribes on every new connection; the client renews subscriptions when it reconnects. */
  private subscribeTo(
    subject: string,
    queue: string | undefined,
    receive: (message: Msg) => void,
    finished: () => Promise<void> = () => Promise.resolve(),
  ): Subscription {
    let active: NatsSubscription | undefined;
    let markReady: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (markReady = resolve));
    const callback = (error: Error | null, message: Msg): void => {
      if (error) this.logger.error({ err: error, subject }, 'subscription failed');
      else receive(message);
    };
    const leave = this.link.each((connection) => {
      active = connection.subscribe(subject, queue === undefined ? { callback } : { callback, queue });
      connection.flush().then(markReady, () => undefined);
    });
    const close = async (): Promise<void> => {
      leave();
      markReady();
      if (active && this.link.connected && !active.isClosed()) await drained(active);
      else active?.unsubscribe();
      await finished();
    };
    return this.registered({ ready, close });
  }

  private registered(subscription: Subscription): Subscription {
    const close = async (): Promise<void> => {
      this.subscriptions.delete(registered);
      await subscription.close();
    };
    const registered = { ready: subscription.ready, close };
    this.subscriptions.add(registered);
    return registered;
  }

  private async answer(subject: string, handler: RequestHandler, message: Msg): Promise<void> {
    let reply: string;
    const endHeartbeats = sendHeartbeats(message);
    try {
      reply = encodeAnswer(await handler(message.json(), toHeaders(message.headers)));
    } catch (error) {
      reply = encodeRefusal(subject, error, this.logger);
    }
    endHeartbeats();
    try {
      message.respond(reply);
    } catch (error) {
      this.refuse(subject, message, error);
    }
  }

  /** Instead of a reply that is too large. On a connection that is closed nobody hears either. */
  private refuse(subject: string, message: Msg, error: unknown): void {
    const refusal = encodeRefusal(subject, error, this.logger);
    try {
      message.respond(refusal);
    } catch {
      this.logger.warn({ subject }, 'a reply could not be sent');
    }
  }

  /** Who broadcasts has done already what it tells of: that must not fail any more because a connection is closing. */
  private isSent(topic: string, message: unknown): boolean {
    try {
      this.link.current.publish(`${LIVE_SUBJECTS}${topic}`, JSON.stringify(message));
      return true;
    } catch (error) {
      this.logger.warn({ err: error, topic }, 'other processes were not told');
      return false;
    }
  }

  private async notify(subscriber: EventSubscriber, message: Msg): Promise<void> {
    try {
      await subscriber(message.json<EventEnvelope>());
    } catch (error) {
      this.logger.warn({ err: error }, 'a subscriber failed; the event went on');
    }
  }
}
