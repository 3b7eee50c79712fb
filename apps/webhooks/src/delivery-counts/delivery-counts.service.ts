import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { EndpointService } from '../endpoints/endpoint.service.js';
import type { DeliveryCountsDto } from './delivery-counts.dto.js';
import { startsOf, stepsUntil, type CountedBy } from './delivery-counts.model.js';
import { DeliveryCountsRepository } from './delivery-counts.repository.js';

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
      this.rows.counts(endpointId, steps, MOST_COUNTED),
      this.rows.latencies(endpointId, steps, MOST_TIMED),
    ]);
    const series = startsOf(steps).map((start, step) => {
      const counted = Object.fromEntries(
        counts.flatMap((row) => (row.step === step ? [[row.status, row.count]] : [])),
      );
      const latency = latencies.find((row) => row.step === step);
      return {
        start: start.toISOString(),
        ...{ succeeded: 0, failed: 0, pending: 0, held: 0, ...counted },
        latencyP50Ms: latency?.p50 ?? null,
        latencyP95Ms: latency?.p95 ?? null,
      };
    });
    const counted = counts.reduce((sum, { count }) => sum + count, 0);
    return { complete: counted < MOST_COUNTED, series };
  }
}
