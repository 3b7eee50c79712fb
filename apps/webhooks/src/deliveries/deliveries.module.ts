import { Module, type OnModuleInit } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { EndpointAnnouncements } from '../endpoints/endpoint-announcements.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { OutboundModule } from '../outbound/outbound.module.js';
import { DeletedEndpointJobs } from './deleted-endpoint.jobs.js';
import { DeletedEndpointRepository } from './deleted-endpoint.repository.js';
import { DeliveryController } from './delivery.controller.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryService } from './delivery.service.js';
import { ClaimRepository } from './queue/claim.repository.js';
import { OrganizationWaker } from './queue/organization-waker.js';
import { OutcomeRepository } from './queue/outcome.repository.js';
import { QueueJobs } from './queue/queue.jobs.js';
import { QueueRepository } from './queue/queue.repository.js';
import { WorkSignal } from './queue/work-signal.js';
import { RangeReplayJobs } from './replays/range-replay.jobs.js';
import { RangeReplayRepository } from './replays/range-replay.repository.js';
import { RangeReplays } from './replays/range-replay.service.js';
import { AttemptService } from './sending/attempt.service.js';
import { DeliveryMetrics } from './sending/delivery-metrics.js';
import { DeliveryWorker } from './sending/delivery-worker.js';
import { OutcomeRecorder } from './sending/outcome-recorder.js';
import { Sender } from './sending/sender.js';
import { WorkerHeartbeat } from './workers/worker-heartbeat.js';
import { WorkerRepository } from './workers/worker.repository.js';

/** Deliveries to endpoints: their queue, the worker that sends them, their log and replays. */
@Module({
  imports: [EndpointsModule, OutboundModule],
  controllers: [DeliveryController],
  providers: [
    AttemptService,
    ClaimRepository,
    DeletedEndpointJobs,
    DeletedEndpointRepository,
    DeliveryMetrics,
    DeliveryRepository,
    DeliveryService,
    DeliveryWorker,
    OrganizationWaker,
    OutcomeRecorder,
    OutcomeRepository,
    QueueJobs,
    QueueRepository,
    RangeReplayJobs,
    RangeReplayRepository,
    RangeReplays,
    Sender,
    WorkSignal,
    WorkerHeartbeat,
    WorkerRepository,
  ],
  exports: [DeliveryService, QueueRepository, WorkSignal],
})
export class DeliveriesModule implements OnModuleInit {
  constructor(
    private readonly endpoints: EndpointAnnouncements,
    private readonly queue: QueueRepository,
    private readonly queueJobs: QueueJobs,
    private readonly replays: RangeReplayRepository,
    private readonly deletedEndpoints: DeletedEndpointJobs,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.endpoints.onDisabled((id) => this.replays.endAll(id));
    this.endpoints.onDisabled(async (id, now) => {
      if (!(await this.queue.hold(id, now))) return;
      this.database.onCommit(() => this.queueJobs.startHolding());
    });
    this.endpoints.onEnabling(async (id, now) => {
      if (!(await this.queue.hold(id, now))) return;
      throw new AppError(
        'conflict',
        'What waited for the endpoint when it was disabled is still being held; enable it in a minute.',
      );
    });
    this.endpoints.onDeleted((id) => this.replays.endAll(id));
    this.endpoints.onDeleted(async () => this.database.onCommit(() => this.deletedEndpoints.start()));
  }
}
