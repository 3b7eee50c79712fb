import { Injectable } from '@nestjs/common';
import {
  createEvent,
  definitionOf,
  eventFields,
  notFound,
  Ping,
  toPage,
  type EventEnvelope,
} from '@capture/contracts';
import { Inbox } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock, RawJson } from '@capture/platform';
import { DeliveryRepository } from './delivery.repository.js';
import { EndpointRepository } from './endpoint.repository.js';
import type { EventQuery } from './event.dto.js';
import { publicBody } from './event.model.js';
import { EventRepository } from './event.repository.js';
import { WorkSignal } from './work-signal.js';

/** Name of this service's effect in the inbox. */
const CONSUMER = 'webhooks.publish';

@Injectable()
export class EventService {
  constructor(
    private readonly database: Database,
    private readonly inbox: Inbox,
    private readonly events: EventRepository,
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly work: WorkSignal,
    private readonly clock: Clock,
  ) {}

  /** Logs a public event and queues it for every endpoint that asked for it, once per event, in one transaction. */
  async publish(envelope: EventEnvelope): Promise<void> {
    const definition = definitionOf(envelope.type, envelope.version);
    if (definition?.audience !== 'public' || envelope.type === 'ping') return;
    await this.inbox.once(CONSUMER, envelope.id, async () => {
      const { organizationId, type } = envelope;
      const sequence = await this.events.nextSequence(organizationId);
      await this.log(envelope, publicBody(envelope, eventFields(definition), sequence), sequence);
      const subscribers = await this.endpoints.subscribers(organizationId, type);
      await this.deliveries.insert(envelope, subscribers, this.clock.now());
      this.database.onCommit(() => this.work.poke());
    });
  }

  /** Queues a ping to one endpoint; the id of its delivery. */
  async ping(organizationId: string, endpointId: string): Promise<string> {
    const now = this.clock.now();
    const envelope = createEvent(Ping, organizationId, { webhookEndpointId: endpointId }, now);
    await this.log(envelope, publicBody(envelope, ['webhookEndpointId'], null), null);
    const [delivery] = await this.deliveries.insert(envelope, [{ id: endpointId, status: 'enabled' }], now);
    this.database.onCommit(() => this.work.poke());
    if (delivery === undefined) throw new Error('the ping made no delivery');
    return delivery;
  }

  async list(
    organizationId: string,
    query: EventQuery,
  ): Promise<{ data: RawJson[]; nextCursor: string | null }> {
    const { limit, cursor, type, afterSequence } = query;
    const rows = await this.events.page(organizationId, limit, cursor, { type, afterSequence });
    return toPage(rows, limit, (row) => new RawJson(row.body));
  }

  async read(organizationId: string, id: string): Promise<RawJson> {
    const row = await this.events.find(organizationId, id);
    if (!row) throw notFound('event');
    return new RawJson(row.body);
  }

  private async log(envelope: EventEnvelope, body: string, sequence: bigint | null): Promise<void> {
    const { id, organizationId, type, occurredAt } = envelope;
    await this.events.insert({
      id,
      organizationId,
      sequence,
      type,
      body,
      occurredAt: new Date(occurredAt),
      createdAt: this.clock.now(),
    });
  }
}
