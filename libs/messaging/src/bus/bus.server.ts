import { Inject, Injectable, Optional } from '@nestjs/common';
import {
  BaseRpcContext,
  Server,
  type CustomTransportStrategy,
  type MessageHandler,
} from '@nestjs/microservices';
import { inSpan, Metrics, SERVICE_NAME, SpanKind } from '@capture/platform';
import { isObservable, lastValueFrom } from 'rxjs';
import { Bus, type Delivery, type Headers, type Subscription } from './bus.js';
import { BusPersistence } from './bus.persistence.js';
import { BUS_SETTINGS, type BusSettings } from './config.js';
import { ConsumerMetrics } from './consumer.metrics.js';
import { durableName } from './subjects.js';

/** A service starts without its bus, but waits this long for the bus to take its registrations. */
const REGISTRATION_WAIT_MS = 2_000;

/** What an `@EventPattern` may ask for besides its pattern. */
export interface EventExtras {
  /**
   * How many events the handler may have at the same time, several of one organization included. Only for handlers that
   * keep their order themselves.
   */
  atOnce?: number;
}

/**
 * Serves a service's `@CommandHandler` and `@EventPattern` handlers on the bus. An event is done once its handler
 * resolves. A handler that throws gets the event again; after the last delivery the event is kept as a dead letter.
 */
@Injectable()
export class BusServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('capture bus');
  override readonly propagatesEventHandlerErrors = true;
  private readonly subscriptions: Subscription[] = [];
  private readonly measures: ConsumerMetrics;

  constructor(
    private readonly bus: Bus,
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(BUS_SETTINGS) private readonly settings: BusSettings,
    metrics: Metrics,
    @Optional() private readonly persistence?: BusPersistence,
  ) {
    super();
    this.measures = new ConsumerMetrics(metrics, bus);
  }

  listen(callback: (error?: unknown) => void): void {
    try {
      for (const [pattern, handler] of this.messageHandlers) {
        this.subscriptions.push(
          handler.isEventHandler ? this.consume(pattern, handler) : this.serve(pattern, handler),
        );
      }
    } catch (error) {
      callback(error);
      return;
    }
    const registered = Promise.allSettled(this.subscriptions.map((subscription) => subscription.ready));
    const waited = new Promise((resolve) => setTimeout(resolve, REGISTRATION_WAIT_MS).unref());
    void Promise.race([registered, waited]).then(() => callback());
  }

  /** Accepts nothing more, waits for running handlers, then publishes the events that they added. */
  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
    await this.persistence?.drain();
  }

  on(): void {
    throw new Error('the bus has no transport events');
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  /** Hands an event to one consumer of this service, outside the stream. @throws what its handlers throw. */
  async redeliver(consumer: string, delivery: Delivery): Promise<void> {
    const found = [...this.messageHandlers].find(
      ([pattern]) => durableName(this.service, pattern) === consumer,
    );
    if (!found) throw new Error(`${this.service} has no consumer ${consumer} any more`);
    await this.handle(found[0], found[1], delivery);
  }

  private consume(pattern: string, handler: MessageHandler): Subscription {
    const { persistence } = this;
    if (!persistence)
      throw new Error(`${this.service} consumes ${pattern} without a database to keep dead letters in`);
    const durable = durableName(this.service, pattern);
    this.measures.watch(durable);
    const { atOnce } = (handler.extras ?? {}) as EventExtras;
    return this.bus.consume({
      durable,
      pattern,
      handler: (delivery) => this.measures.measured(durable, () => this.handle(pattern, handler, delivery)),
      maxDeliver: this.settings.CAPTURE_BUS_MAX_DELIVER,
      backoffMs: this.settings.CAPTURE_BUS_BACKOFF_MS.map(Number),
      ackWaitMs: this.settings.CAPTURE_BUS_ACK_WAIT_MS,
      concurrency: atOnce ?? this.settings.CAPTURE_BUS_CONCURRENCY,
      unordered: atOnce !== undefined,
      canHandle: () => persistence.takesChanges(),
      onLastFailure: async (delivery, error) => {
        await this.scoped(delivery.event, () => persistence.keepDeadLetter(durable, delivery, error));
        this.measures.gaveUp(durable);
      },
    });
  }

  private serve(pattern: string, handler: MessageHandler): Subscription {
    return this.bus.serve(this.service, pattern, (payload: unknown, headers: Headers) =>
      inSpan(`handle ${pattern}`, { kind: SpanKind.SERVER, headers }, () =>
        this.scoped(payload, () => invoke(handler, payload, new BaseRpcContext([headers]))),
      ),
    );
  }

  /** An event runs for its organization, a command for the organization that its payload names. */
  private scoped<T>(message: unknown, work: () => Promise<T>): Promise<T> {
    if (!this.persistence) return work();
    const { organizationId } = (message ?? {}) as { organizationId?: unknown };
    return this.persistence.runFor(typeof organizationId === 'string' ? organizationId : undefined, work);
  }

  private async handle(pattern: string, handler: MessageHandler, delivery: Delivery): Promise<void> {
    const { event, headers, attempt } = delivery;
    const attributes = {
      'messaging.message.id': event.id,
      'messaging.delivery': String(attempt),
      'messaging.pattern': pattern,
    };
    await inSpan(`process ${event.type}`, { kind: SpanKind.CONSUMER, headers, attributes }, () =>
      this.scoped(event, async () => {
        if (await this.persistence?.ignores(event.organizationId)) return;
        await invoke(handler, event, new BaseRpcContext([delivery]));
      }),
    );
  }
}

async function invoke(handler: MessageHandler, payload: unknown, context: BaseRpcContext): Promise<unknown> {
  const result: unknown = await handler(payload, context);
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
}
