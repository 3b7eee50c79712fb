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
import { ChangeNotices, Inbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { noticeOf } from '../deliveries/delivery-notice.js';
import { WorkSignal } from '../deliveries/queue/work-signal.js';
import type { ListEventsQueryDto } from './event.dto.js';
import { publicBody } from './event.model.js';
import { EventRepository, type Subscriber } from './event.repository.js';
import { FactOrderService } from './fact-order.service.js';

/** Name of this service's effect in the inbox. */
const CONSUMER = 'webhooks.publish';

@Injectable()
export class EventService {
  constructor(
    private readonly database: Database,
    private readonly inbox: Inbox,
    private readonly events: EventRepository,
    private readonly order: FactOrderService,
    private readonly work: WorkSignal,
    private readonly clock: Clock,
    private readonly notices: ChangeNotices,
  ) {}

  /** Logs a public event and queues it for every endpoint that subscribed to it; once per event, in one transaction. */
  async publish(envelope: EventEnvelope): Promise<void> {
    const definition = definitionOf(envelope.type, envelope.version);
    if (definition?.audience !== 'public' || envelope.type === 'ping') return;
    await this.inbox.once(CONSUMER, envelope.id, () =>
      this.order.inOrder(envelope, (next) => this.fanOut(next)),
    );
  }

  /** Goes on without facts that never arrived: dead letters, or rows that were removed by hand. */
  skipMissing(before: Date): Promise<void> {
    return this.order.skipMissing(before, (next) => this.fanOut(next));
  }

  private async fanOut(envelope: EventEnvelope): Promise<void> {
    const definition = definitionOf(envelope.type, envelope.version);
    if (!definition) throw new Error(`${envelope.type} is no event type`);
    const { organizationId, type } = envelope;
    const { sequence, subscribers } = await this.events.open(organizationId, type);
    await this.log(envelope, publicBody(envelope, eventFields(definition), sequence), sequence, subscribers);
    this.database.onCommit(() => this.work.notify());
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
    const sequence = type === 'ping' ? null : 1n;
    const body = publicBody(envelope, eventFields(definition), sequence);
    const [delivery] = await this.log(envelope, body, null, [{ id: endpointId, status: 'enabled' }]);
    this.database.onCommit(() => this.work.notify());
    if (delivery === undefined) throw new Error('the event made no delivery');
    return delivery;
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

  private log(
    envelope: EventEnvelope,
    body: string,
    sequence: bigint | null,
    subscribers: readonly Subscriber[],
  ): Promise<string[]> {
    const { id, organizationId, type } = envelope;
    const occurredAt = new Date(envelope.occurredAt);
    const row = { id, organizationId, sequence, type, body, occurredAt, createdAt: this.clock.now() };
    for (const endpoint of subscribers) this.notices.tell(noticeOf(organizationId, endpoint.id));
    return this.events.insert(row, subscribers);
  }
}

function publicDefinition(type: string): EventDefinition {
  const definition = eventDefinitions().find((one) => one.audience === 'public' && one.type === type);
  if (!definition) throw new Error(`${type} is no public event type`);
  return definition;
}
