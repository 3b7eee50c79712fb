import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import {
  Bus,
  type BroadcastHandler,
  type CommandHandler,
  type ConsumeOptions,
  type Headers,
  type PublishReceipt,
  type RequestOptions,
  type StreamState,
  type Subscription,
  type TapHandler,
} from './bus.js';
import { decodeReply, encodeAnswer, encodeRefusal, nobodyAnswers } from './command-reply.js';
import { InProcessConsumer } from './in-process.consumer.js';
import { matches } from './subjects.js';

const READY = Promise.resolve();

/**
 * The bus of a process that holds every service. It keeps nothing: `publish` resolves only when every consumer has
 * finished with the event or given it up, so the outbox row stays the durable copy and a killed process publishes
 * again. Publishing waits for `open()`: before it, consumers of services that are still starting would miss events.
 */
export class InProcessBus extends Bus {
  readonly generation = 1;
  private readonly logger = new Logger(InProcessBus.name);
  private readonly consumers = new Map<string, InProcessConsumer>();
  private readonly commands = new Map<string, CommandHandler>();
  private readonly taps = new Set<{ pattern: string; handler: TapHandler }>();
  private readonly listeners = new Set<{ topic: string; handler: BroadcastHandler }>();
  private readonly publishing = new Map<string, Promise<PublishReceipt>>();
  private readonly running = new Set<Promise<unknown>>();
  /** Handlers must not see the caller's transaction or trace, exactly as over a network. */
  private readonly apart = AsyncLocalStorage.snapshot();
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
    const publishing = this.apart(() => this.deliverAll(event.id, text, headers));
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

  async request(pattern: string, payload: unknown, options: RequestOptions): Promise<unknown> {
    const handler = this.commands.get(pattern);
    if (!handler) throw nobodyAnswers(pattern, 'nobody serves it');
    const text = JSON.stringify(payload ?? null);
    const reply = this.tracked(this.apart(() => this.answer(pattern, handler, text, { ...options.headers })));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(nobodyAnswers(pattern, `no answer in ${options.timeoutMs} ms`)),
        options.timeoutMs,
      );
    });
    try {
      return decodeReply(pattern, await Promise.race([reply, late]));
    } finally {
      clearTimeout(timer);
    }
  }

  serve(_service: string, pattern: string, handler: CommandHandler): Subscription {
    if (this.commands.has(pattern)) throw new Error(`${pattern} is already served`);
    const running = new Set<Promise<unknown>>();
    this.commands.set(pattern, (payload, headers) => {
      const work = handler(payload, headers);
      running.add(work);
      const forget = (): void => void running.delete(work);
      work.then(forget, forget);
      return work;
    });
    const close = async (): Promise<void> => {
      this.commands.delete(pattern);
      await Promise.allSettled([...running]);
    };
    return { ready: READY, close };
  }

  tap(pattern: string, handler: TapHandler): Subscription {
    const tap = { pattern, handler };
    this.taps.add(tap);
    return { ready: READY, close: () => Promise.resolve(void this.taps.delete(tap)) };
  }

  broadcast(topic: string, message: unknown): void {
    const text = JSON.stringify(message);
    for (const listener of this.listeners) {
      if (listener.topic === topic) queueMicrotask(() => this.apart(() => this.tell(listener.handler, text)));
    }
  }

  listen(topic: string, handler: BroadcastHandler): Subscription {
    const listener = { topic, handler };
    this.listeners.add(listener);
    return { ready: READY, close: () => Promise.resolve(void this.listeners.delete(listener)) };
  }

  streamState(): Promise<StreamState | null> {
    return Promise.resolve(null);
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
    this.taps.clear();
    this.listeners.clear();
    this.commands.clear();
    await Promise.all([...this.consumers.values()].map((consumer) => consumer.close()));
    await Promise.allSettled([...this.running]);
  }

  private async deliverAll(id: string, text: string, headers: Headers): Promise<PublishReceipt> {
    await this.opened;
    await this.check();
    const { type } = JSON.parse(text) as EventEnvelope;
    for (const tap of this.taps) if (matches(tap.pattern, type)) void this.hear(tap.handler, text);
    const takers = [...this.consumers.values()].filter((consumer) => matches(consumer.pattern, type));
    const outcomes = await Promise.allSettled(takers.map((consumer) => consumer.take(id, text, headers)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    this.sequence += 1;
    return { epoch: null, sequence: this.sequence };
  }

  private async hear(handler: TapHandler, text: string): Promise<void> {
    try {
      await handler(JSON.parse(text) as EventEnvelope);
    } catch (error) {
      this.logger.warn({ err: error }, 'a tap failed; the event went on');
    }
  }

  private tell(handler: BroadcastHandler, text: string): void {
    try {
      handler(JSON.parse(text));
    } catch (error) {
      this.logger.warn({ err: error }, 'a listener failed');
    }
  }

  private async answer(
    pattern: string,
    handler: CommandHandler,
    text: string,
    headers: Headers,
  ): Promise<string> {
    try {
      return encodeAnswer(await handler(JSON.parse(text), headers));
    } catch (error) {
      return encodeRefusal(pattern, error, this.logger);
    }
  }

  private tracked<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    const forget = (): void => void this.running.delete(work);
    work.then(forget, forget);
    return work;
  }
}
