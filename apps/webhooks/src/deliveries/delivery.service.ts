import { Injectable } from '@nestjs/common';
import { AppError, invalidField, notFound, toPage } from '@capture/contracts';
import { Audit } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import {
  toDelivery,
  toDeliverySummary,
  type Delivery,
  type DeliveryPage,
  type DeliveryQuery,
  type ReplayAnswer,
  type ReplayBody,
} from './delivery.dto.js';
import { DeliveryRepository } from './delivery.repository.js';
import { EndpointRepository } from '../endpoints/endpoint.repository.js';
import { EndpointService } from '../endpoints/endpoint.service.js';
import { EventService } from '../events/event.service.js';
import { WorkSignal } from './queue/work-signal.js';

@Injectable()
export class DeliveryService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointService,
    private readonly endpointRows: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly events: EventService,
    private readonly audit: Audit,
    private readonly work: WorkSignal,
    private readonly clock: Clock,
  ) {}

  async list(
    organizationId: string,
    endpointId: string,
    { limit, cursor, status }: DeliveryQuery,
  ): Promise<DeliveryPage> {
    await this.endpoints.require(organizationId, endpointId);
    return toPage(await this.deliveries.page(endpointId, limit, cursor, status), limit, toDeliverySummary);
  }

  async read(organizationId: string, endpointId: string, id: string): Promise<Delivery> {
    await this.endpoints.require(organizationId, endpointId);
    const row = await this.deliveries.find(endpointId, id);
    if (!row) throw notFound('delivery');
    return toDelivery(row);
  }

  /** Sends a ping through the queue. The guard speaks up at once where an attempt would be refused. */
  async test(organizationId: string, endpointId: string): Promise<Delivery> {
    const { url } = await this.endpoints.require(organizationId, endpointId);
    await this.endpoints.requireReachable(url);
    return this.database.run(async () => {
      await this.requireEnabled(organizationId, endpointId);
      return this.read(organizationId, endpointId, await this.events.ping(organizationId, endpointId));
    });
  }

  async replay(organizationId: string, endpointId: string, id: string): Promise<Delivery> {
    return this.database.run(async () => {
      await this.requireEnabled(organizationId, endpointId);
      await this.read(organizationId, endpointId, id);
      await this.deliveries.replay(id, this.clock.now());
      await this.audit.state(organizationId, {
        action: 'webhook_delivery.replayed',
        subject: id,
        detail: { webhookEndpointId: endpointId },
      });
      this.database.onCommit(() => this.work.poke());
      return this.read(organizationId, endpointId, id);
    });
  }

  async replayRange(organizationId: string, endpointId: string, body: ReplayBody): Promise<ReplayAnswer> {
    const range = { from: new Date(body.from), to: new Date(body.to), status: body.status ?? null };
    if (range.to <= range.from) throw invalidField('to', 'out_of_range', 'to must be later than from.');
    return this.database.run(async () => {
      await this.requireEnabled(organizationId, endpointId);
      const replayed = await this.deliveries.replayRange(endpointId, range, this.clock.now());
      await this.audit.state(organizationId, {
        action: 'webhook_endpoint.replayed',
        subject: endpointId,
        detail: { ...body, replayed },
      });
      this.database.onCommit(() => this.work.poke());
      return { replayed };
    });
  }

  /** Keeps the endpoint's state as it is until the transaction ends, so that nothing is queued for a disabled one. */
  private async requireEnabled(organizationId: string, endpointId: string): Promise<void> {
    const endpoint = await this.endpointRows.share(organizationId, endpointId);
    if (!endpoint) throw notFound('webhook endpoint');
    if (endpoint.status === 'disabled') {
      throw new AppError('conflict', 'The endpoint is disabled; enable it first.');
    }
    await this.deliveries.lockReplays(endpointId);
  }
}
