import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import type { DeliveryStatus } from '../deliveries/delivery.model.js';
import { EndpointService } from '../endpoints/endpoint.service.js';
import type { DeliveryCountsDto } from './delivery-counts.dto.js';
import { startsOf, stepsUntil, type CountedBy } from './delivery-counts.model.js';
import { DeliveryCountsRepository, type CountRow } from './delivery-counts.repository.js';

const MOST_COUNTED = 200_000;
const MOST_TIMED = 100;

/** How an endpoint's deliveries went over time. */
@Injectable()
export class DeliveryCountsService {
  constructor(
    private readonly endpoints: EndpointService,
    private readonly rows: DeliveryCountsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError not_found */
  async of(organizationId: string, endpointId: string, by: CountedBy): Promise<DeliveryCountsDto> {
    await this.endpoints.require(organizationId, endpointId);
    const steps = stepsUntil(this.clock.now(), by);
    const [counts, latencies] = await Promise.all([
      this.rows.counts(endpointId, steps, MOST_COUNTED + 1),
      this.rows.latencies(endpointId, steps, MOST_TIMED),
    ]);
    const complete = counts.reduce((sum, { count }) => sum + count, 0) <= MOST_COUNTED;
    const counted = complete ? counts : await this.rows.newestCounts(endpointId, steps, MOST_COUNTED);
    const series = startsOf(steps).map((start, step) => {
      const own = counted.filter((row) => row.start.getTime() === start.getTime());
      const latency = latencies.find((row) => row.step === step);
      return {
        start: start.toISOString(),
        ...{ succeeded: 0, failed: 0, pending: 0, held: 0, ...countsOf(own) },
        latencyP50Ms: latency?.p50 ?? null,
        latencyP95Ms: latency?.p95 ?? null,
      };
    });
    return { complete, series };
  }
}

function countsOf(rows: readonly CountRow[]): Partial<Record<DeliveryStatus, number>> {
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
