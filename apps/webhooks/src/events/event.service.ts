import { Injectable } from '@nestjs/common';
import {
  definitionOf,
  eventDefinitions,
  eventFields,
  eventSample,
  newId,
  notFound,
  RawJson,
  toPage,
  type EventDefinition,
  type EventEnvelope,
} from '@capture/contracts';
import { ChangeNotices } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { noticeOf } from '../deliveries/delivery-notice.js';
import { WorkSignal } from '../deliveries/queue/work-signal.js';
import type { ListEventsQueryDto } from './event.dto.js';
import { publicBody } from './event.model.js';
import { EventRepository, type EventRow, type NewDelivery, type Subscriber } from './event.repository.js';

@Injectable()
export class EventService {
  constructor(
    private readonly database: Database,
    private readonly events: EventRepository,
    private readonly work: WorkSignal,
    private readonly clock: Clock,
    private readonly notices: ChangeNotices,
  ) {}

  /**
   * Logs events of any organizations, with a delivery to every endpoint that subscribed. An organization's get their
   * sequences in the order given. Call it in a transaction.
   */
  async fanOut(envelopes: readonly EventEnvelope[]): Promise<void> {
    const counts = Map.groupBy(envelopes, ({ organizationId }) => organizationId);
    const taken = new Map([...counts].map(([id, { length }]) => [id, length]));
    const types = [...new Set(envelopes.map(({ type }) => type))];
    const { last, endpoints } = await this.events.takeSequences(taken, types);
    const next = new Map([...taken].map(([id, count]) => [id, (last.get(id) ?? 0n) - BigInt(count)]));
    const byOrganization = Map.groupBy(endpoints, ({ organizationId }) => organizationId);
    const events: EventRow[] = [];
    const deliveries: NewDelivery[] = [];
    for (const envelope of envelopes) {
      const { organizationId, type } = envelope;
      const sequence = (next.get(organizationId) ?? 0n) + 1n;
      next.set(organizationId, sequence);
      const event = this.rowOf(envelope, sequence, sequence);
      events.push(event);
      for (const subscriber of byOrganization.get(organizationId) ?? [])
        if (subscriber.events.includes('*') || subscriber.events.includes(type))
          deliveries.push({ id: newId('delivery'), event, subscriber });
    }
    this.tell(deliveries);
    this.events.insertAtEnd({ events, deliveries });
  }

  /**
   * Queues a simulated event to one endpoint: the documented sample of `type`, as if it had happened to the organization now.
   * It is not part of the log. Returns the id of its delivery.
   */
  async simulate(organizationId: string, endpointId: string, type: string): Promise<string> {
    const definition = publicDefinition(type);
    const envelope: EventEnvelope = {
      id: newId('event'),
      type,
      version: definition.version,
      occurredAt: this.clock.now().toISOString(),
      organizationId,
      data: type === 'ping' ? { webhookEndpointId: endpointId } : eventSample(definition).data,
    };
    // As in the sample: a receiver's types know no simulated event.
    const event = this.rowOf(envelope, null, type === 'ping' ? null : 1n);
    const subscriber: Subscriber = { id: endpointId, organizationId, status: 'enabled' };
    const id = newId('delivery');
    const fannedOut = { events: [event], deliveries: [{ id, event, subscriber }] };
    this.tell(fannedOut.deliveries);
    await this.events.insert(fannedOut);
    return id;
  }

  async list(
    organizationId: string,
    query: ListEventsQueryDto,
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

  /** @param shown the sequence that receivers are told */
  private rowOf(envelope: EventEnvelope, sequence: bigint | null, shown: bigint | null): EventRow {
    const { id, organizationId, type } = envelope;
    const definition = definitionOf(type, envelope.version);
    if (!definition) throw new Error(`${type} is no event type`);
    const body = publicBody(envelope, eventFields(definition), shown);
    const occurredAt = new Date(envelope.occurredAt);
    return { id, organizationId, sequence, type, body, occurredAt, createdAt: this.clock.now() };
  }

  /** Tells, once the transaction has committed, who waits for deliveries. */
  private tell(deliveries: readonly NewDelivery[]): void {
    for (const { organizationId, id } of new Set(deliveries.map(({ subscriber }) => subscriber)))
      this.notices.tell(noticeOf(organizationId, id));
    this.database.onCommit(() => this.work.notify());
  }
}

function publicDefinition(type: string): EventDefinition {
  const definition = eventDefinitions().find((one) => one.audience === 'public' && one.type === type);
  if (!definition) throw new Error(`${type} is no public event type`);
  return definition;
}
