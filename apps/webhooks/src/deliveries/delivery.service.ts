import { Injectable } from '@nestjs/common';
import { AppError, invalidField, notFound, toPage, type OrganizationPrincipal } from '@capture/contracts';
import { Audit, ChangeNotices } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { EndpointRepository } from '../endpoints/endpoint.repository.js';
import { EndpointService } from '../endpoints/endpoint.service.js';
import { noticeOf } from './delivery-notice.js';
import {
  toDelivery,
  toDeliverySummary,
  type DeliveryDto,
  type DeliveryPageDto,
  type ListDeliveriesQueryDto,
  type ReplayedDeliveriesDto,
  type ReplayDeliveriesDto,
} from './delivery.dto.js';
import { DeliveryRepository } from './delivery.repository.js';
import { WorkSignal } from './queue/work-signal.js';
import { RangeReplayJobs } from './replays/range-replay.jobs.js';
import { RangeReplays } from './replays/range-replay.service.js';

@Injectable()
export class DeliveryService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointService,
    private readonly endpointRows: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly rangeReplays: RangeReplays,
    private readonly rangeReplayJobs: RangeReplayJobs,
    private readonly audit: Audit,
    private readonly notices: ChangeNotices,
    private readonly work: WorkSignal,
    private readonly clock: Clock,
  ) {}

  async list(
    organizationId: string,
    endpointId: string,
    { limit, cursor, status }: ListDeliveriesQueryDto,
  ): Promise<DeliveryPageDto> {
    await this.endpoints.require(organizationId, endpointId);
    return toPage(await this.deliveries.page(endpointId, limit, cursor, status), limit, toDeliverySummary);
  }

  async read(organizationId: string, endpointId: string, id: string): Promise<DeliveryDto> {
    await this.endpoints.require(organizationId, endpointId);
    const row = await this.deliveries.find(endpointId, id);
    if (!row) throw notFound('delivery');
    return toDelivery(row);
  }

  async replay(caller: OrganizationPrincipal, endpointId: string, id: string): Promise<DeliveryDto> {
    const { organizationId } = caller;
    return this.database.run(async () => {
      await this.lockEnabled(caller, endpointId);
      await this.read(organizationId, endpointId, id);
      await this.deliveries.replay(id, this.clock.now());
      this.audit.record(organizationId, {
        action: 'webhook_delivery.replayed',
        subject: id,
        detail: { webhookEndpointId: endpointId },
      });
      this.notices.tell(noticeOf(organizationId, endpointId));
      this.database.onCommit(() => this.work.notify());
      return this.read(organizationId, endpointId, id);
    });
  }

  async replayRange(
    caller: OrganizationPrincipal,
    endpointId: string,
    body: ReplayDeliveriesDto,
  ): Promise<ReplayedDeliveriesDto> {
    const { organizationId } = caller;
    const range = { from: new Date(body.from), to: new Date(body.to), status: body.status ?? null };
    if (range.to <= range.from) throw invalidField('to', 'out_of_range', 'to must be later than from.');
    return this.database.run(async () => {
      await this.lockEnabled(caller, endpointId);
      const { replayed, unfinished } = await this.rangeReplays.begin(organizationId, endpointId, range);
      this.audit.record(organizationId, {
        action: 'webhook_endpoint.replayed',
        subject: endpointId,
        detail: { ...body, replayed },
      });
      if (unfinished) this.database.onCommit(() => this.rangeReplayJobs.start());
      return { replayed };
    });
  }

  /**
   * Locks the endpoint's state until the transaction ends, so that nothing is queued for a disabled one.
   * @throws AppError not_found, test_mode_scope, conflict
   */
  async lockEnabled(caller: OrganizationPrincipal, endpointId: string): Promise<void> {
    await this.endpointRows.lockShared(caller.organizationId, endpointId);
    const endpoint = await this.endpoints.requireOwn(caller, endpointId);
    if (endpoint.status === 'disabled') {
      throw new AppError('conflict', 'The endpoint is disabled; enable it first.');
    }
    await this.deliveries.lockReplays(endpointId);
  }
}
