import { Injectable, Logger } from '@nestjs/common';
import { definitionOf, type EventEnvelope } from '@capture/contracts';
import { Inbox } from '@capture/outbox';
import { CallBatcher, Database } from '@capture/persistence';
import { EventService } from '../event.service.js';
import type { FactLine, FactPosition } from './fact-order.model.js';
import { FactOrderService } from './fact-order.service.js';

/** Name of this service's effect in the inbox. */
const CONSUMER = 'webhooks.publish';
/** Events that one transaction takes in. */
const EVENTS_TOGETHER = 256;
/** While one transaction is under way, the events of the next one come together. */
export const EVENTS_AT_ONCE = 2 * EVENTS_TOGETHER;

/**
 * Takes in the public events of all services, once each and in their order. Those that arrive while a transaction is under
 * way share the next one. An event that fails, or that waits for a lock on its organization's rows, delays only events of the
 * same organization.
 */
@Injectable()
export class EventIntakeService {
  private readonly logger = new Logger(EventIntakeService.name);
  private readonly batches = new CallBatcher<EventEnvelope, undefined>({
    answer: (events) => this.takeIn(events),
    most: EVENTS_TOGETHER,
    keyOf: ({ organizationId }) => organizationId,
    onSplit: (err, { length: events }) =>
      this.logger.warn({ err, events }, 'events are taken in separately for each organization'),
  });

  constructor(
    private readonly database: Database,
    private readonly inbox: Inbox,
    private readonly order: FactOrderService,
    private readonly events: EventService,
  ) {}

  /**
   * Logs a public event and queues it for every endpoint that subscribed to it; once per event.
   * @throws Error for a fact that only a newer release knows: it is kept as a dead letter until this one has been upgraded.
   */
  async publish(envelope: EventEnvelope): Promise<void> {
    const { type, version, fact } = envelope;
    if (definitionOf(type, version)?.audience === 'public') {
      if (type !== 'ping') await this.batches.call(envelope);
      return;
    }
    // Only public events have a number. An event without one goes out to nobody, whatever it is.
    if (fact) throw new Error(`this release knows no public event ${type} of version ${version}`);
  }

  /** Goes on without facts that never arrived: dead letters, or rows that were removed by hand. */
  skipMissing(before: Date): Promise<void> {
    return this.order.skipMissing(before, (next) => this.events.fanOut(next));
  }

  private async takeIn(envelopes: readonly EventEnvelope[]): Promise<undefined[]> {
    await this.database.runTogether(
      envelopes.map(({ organizationId }) => organizationId),
      'events of several are taken in together',
      () => this.log(envelopes),
    );
    return envelopes.map(() => undefined);
  }

  private log(envelopes: readonly EventEnvelope[]): Promise<void> {
    return this.inbox.onceForEach<EventEnvelope, [FactPosition[], FactLine[]]>(
      CONSUMER,
      envelopes,
      (added, positions, waiting) =>
        this.order.inOrder(added, positions, waiting, (next) => this.events.fanOut(next)),
      ...this.order.statementsFor(envelopes),
    );
  }
}
