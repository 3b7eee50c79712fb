import { Inject, Injectable, Optional } from '@nestjs/common';
import {
  BaseRpcContext,
  Server,
  type CustomTransportStrategy,
  type MessageHandler,
} from '@nestjs/microservices';
import { Database } from '@capture/persistence';
import { inSpan, SERVICE_NAME, SpanKind } from '@capture/platform';
import { isObservable, lastValueFrom } from 'rxjs';
import { Bus, type Delivery, type Headers, type Subscription } from './bus.js';
import { BUS_SETTINGS, type BusSettings } from './config.js';
import { DeadLetters } from './dead-letters.js';
import { OutboxRelay } from './outbox.relay.js';
import { durableName } from './subjects.js';

/** A service starts without its bus, but gives it this long to be there first. */
const REGISTRATION_WAIT_MS = 2_000;

/**
 * Serves a service's `@MessagePattern` and `@EventPattern` handlers on the bus. An event handler that resolves has
 * the event done with; one that throws has it delivered again, and after the last delivery kept as a dead letter.
 */
@Injectable()
export class BusServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('capture bus');
  override readonly propagatesEventHandlerErrors = true;
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly bus: Bus,
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(BUS_SETTINGS) private readonly settings: BusSettings,
    @Optional() private readonly deadLetters?: DeadLetters,
    @Optional() private readonly relay?: OutboxRelay,
    @Optional() private readonly database?: Database,
  ) {
    super();
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
    const patience = new Promise((resolve) => setTimeout(resolve, REGISTRATION_WAIT_MS).unref());
    void Promise.race([registered, patience]).then(() => callback());
  }

  /** Takes nothing more, waits for handlers that run, then has the relay publish what they stated. */
  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
    await this.relay?.stop();
  }

  on(): void {
    throw new Error('the bus has no transport events');
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  /** Hands an event to the handlers of one of this service's consumers, out of turn. @throws what they throw. */
  async redeliver(consumer: string, delivery: Delivery): Promise<void> {
    const found = [...this.messageHandlers].find(
      ([pattern]) => durableName(this.service, pattern) === consumer,
    );
    if (!found) throw new Error(`${this.service} has no consumer ${consumer} any more`);
    await this.handle(found[0], found[1], delivery);
  }

  private consume(pattern: string, handler: MessageHandler): Subscription {
    const { deadLetters } = this;
    if (!deadLetters)
      throw new Error(`${this.service} consumes ${pattern} without a database to keep dead letters in`);
    const durable = durableName(this.service, pattern);
    return this.bus.consume({
      durable,
      pattern,
      handler: (delivery) => this.handle(pattern, handler, delivery),
      maxDeliver: this.settings.CAPTURE_BUS_MAX_DELIVER,
      backoffMs: this.settings.CAPTURE_BUS_BACKOFF_MS.map(Number),
      ackWaitMs: this.settings.CAPTURE_BUS_ACK_WAIT_MS,
      concurrency: this.settings.CAPTURE_BUS_CONCURRENCY,
      onLastFailure: (delivery, error) =>
        this.scoped(delivery.event, () => deadLetters.record(durable, delivery, error)),
    });
  }

  private serve(pattern: string, handler: MessageHandler): Subscription {
    return this.bus.serve(this.service, pattern, (payload: unknown, headers: Headers) =>
      inSpan(`handle ${pattern}`, { kind: SpanKind.SERVER, headers }, () =>
        this.scoped(payload, () => invoke(handler, payload, new BaseRpcContext([headers]))),
      ),
    );
  }

  /** Events run for their organization, commands for the one they name; others are nobody's until they settle. */
  private scoped<T>(message: unknown, work: () => Promise<T>): Promise<T> {
    if (!this.database) return work();
    const { organizationId } = (message ?? {}) as { organizationId?: unknown };
    return typeof organizationId === 'string'
      ? this.database.forOrganization(organizationId, work)
      : this.database.forNobodyYet(work);
  }

  private async handle(pattern: string, handler: MessageHandler, delivery: Delivery): Promise<void> {
    const { event, headers, attempt } = delivery;
    const attributes = {
      'messaging.message.id': event.id,
      'messaging.delivery': String(attempt),
      'messaging.pattern': pattern,
    };
    await inSpan(`process ${event.type}`, { kind: SpanKind.CONSUMER, headers, attributes }, () =>
      this.scoped(event, () => invoke(handler, event, new BaseRpcContext([delivery]))),
    );
  }
}

async function invoke(handler: MessageHandler, payload: unknown, context: BaseRpcContext): Promise<unknown> {
  const result: unknown = await handler(payload, context);
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
}
