import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import pTimeout from 'p-timeout';
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
} from '../bus/bus.js';
import { decodeReply, encodeAnswer, encodeRefusal, noReply } from '../commands/command-reply.js';
import { InProcessConsumer } from './in-process.consumer.js';
import { LocalListeners } from './local-listeners.js';
import { matches } from '../bus/subjects.js';
import { RunningWork } from '../work/running-work.js';

const READY = Promise.resolve();

/**
 * The bus of a process that composes every service. It stores nothing: `publish` resolves only when every consumer has
 * handled the event or given it up. Until then the outbox row stays pending, so that a killed process publishes again.
 * Publishing waits for `open()`; before it, services that are still starting would miss events.
 */
export class InProcessBus extends Bus {
  readonly generation = 1;
  private readonly logger = new Logger(InProcessBus.name);
  private readonly consumers = new Map<string, InProcessConsumer>();
  private readonly commands = new Map<string, RequestHandler>();
  private readonly subscribers = new Set<{ pattern: string; subscriber: EventSubscriber }>();
  private readonly listeners = new LocalListeners(this.logger);
  private readonly publishing = new Map<string, Promise<PublishReceipt>>();
  private readonly running = new RunningWork();
  /** Runs handlers outside of the caller's transaction and trace, as over a network. */
  private readonly detached = AsyncLocalStorage.snapshot();
  private sequence = 0;
  private closed = false;
  private isOpen = false;
  private release: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  /** Call once every service has started; until then the process is not ready. */
  open(): void {
    this.isOpen = true;
    this.release();
  }

  publish(event: EventEnvelope, headers: Headers = {}): Promise<PublishReceipt> {
    const running = this.publishing.get(event.id);
    if (running) return running;
    const text = JSON.stringify(event);
    const publishing = this.detached(() => this.deliverAll(event, text, headers));
    this.publishing.set(event.id, publishing);
    const forget = (): void => void this.publishing.delete(event.id);
    publishing.then(forget, forget);
    return publishing;
  }

  consume(options: ConsumeOptions): Subscription {
    if (this.consumers.get(options.durable)?.active)
      throw new Error(`${options.durable} is already consumed`);
    const consumer = new InProcessConsumer(options);
    this.consumers.set(options.durable, consumer);
    return consumer;
  }

  async request(subject: string, payload: unknown, options: RequestOptions): Promise<unknown> {
    const handler = this.commands.get(subject);
    if (!handler) throw noReply(subject, 'nobody serves it');
    const text = JSON.stringify(payload ?? null);
    const reply = this.running.track(
      this.detached(() => this.answer(subject, handler, text, { ...options.headers })),
    );
    const answer = await pTimeout(reply, {
      milliseconds: options.timeoutMs,
      fallback: () => {
        throw noReply(subject, `no reply in ${options.timeoutMs} ms`);
      },
    });
    return decodeReply(subject, answer);
  }

  serve(_service: string, subject: string, handler: RequestHandler): Subscription {
    if (this.commands.has(subject)) throw new Error(`${subject} is already served`);
    const running = new RunningWork();
    this.commands.set(subject, (payload, headers) => running.track(handler(payload, headers)));
    const close = (): Promise<void> => {
      this.commands.delete(subject);
      return running.ended();
    };
    return { ready: READY, close };
  }

  subscribe(pattern: string, subscriber: EventSubscriber): Subscription {
    const entry = { pattern, subscriber };
    this.subscribers.add(entry);
    return { ready: READY, close: () => Promise.resolve(void this.subscribers.delete(entry)) };
  }

  broadcast(topic: string, message: unknown): void {
    this.listeners.tell(topic, message);
  }

  listen(topic: string, handler: BroadcastHandler): Subscription {
    const leave = this.listeners.add(topic, handler);
    return { ready: READY, close: () => Promise.resolve(leave()) };
  }

  backlog(durable: string): Promise<number> {
    return Promise.resolve(this.consumers.get(durable)?.unfinished ?? 0);
  }

  streamState(): Promise<StreamState | null> {
    return Promise.resolve(null);
  }

  missed(): Promise<never[]> {
    return Promise.resolve([]);
  }

  eventIdAt(): Promise<string | null> {
    return Promise.resolve(null);
  }

  check(): Promise<void> {
    if (this.closed) return Promise.reject(new Error('the bus is closed'));
    return this.isOpen ? Promise.resolve() : Promise.reject(new Error('services are still starting'));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.subscribers.clear();
    this.listeners.clear();
    this.commands.clear();
    await Promise.all([...this.consumers.values()].map((consumer) => consumer.close()));
    await this.running.ended();
  }

  private async deliverAll(event: EventEnvelope, text: string, headers: Headers): Promise<PublishReceipt> {
    await this.opened;
    await this.check();
    const { type } = event;
    for (const { pattern, subscriber } of this.subscribers)
      if (matches(pattern, type)) void this.notify(subscriber, text);
    const receivers = [...this.consumers.values()].filter((consumer) => matches(consumer.pattern, type));
    const outcomes = await Promise.allSettled(
      receivers.map((consumer) => consumer.receive(event, text, headers)),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    this.sequence += 1;
    return { epoch: null, sequence: this.sequence };
  }

  private async notify(subscriber: EventSubscriber, text: string): Promise<void> {
    try {
      await subscriber(JSON.parse(text) as EventEnvelope);
    } catch (error) {
      this.logger.warn({ err: error }, 'a subscriber failed; the event went on');
    }
  }

  private async answer(
    subject: string,
    handler: RequestHandler,
    text: string,
    headers: Headers,
  ): Promise<string> {
    try {
      return encodeAnswer(await handler(JSON.parse(text), headers));
    } catch (error) {
      return encodeRefusal(subject, error, this.logger);
    }
  }
}
