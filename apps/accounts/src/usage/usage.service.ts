import { Injectable } from '@nestjs/common';
import type { AllowanceState } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { toUsage, type GetUsageQueryDto, type UsageDto } from './usage.dto.js';
import { monthOf, periodOf, seriesOf } from './usage.model.js';
import { UsageRepository } from './usage.repository.js';

/** What organizations collected, and how much of it their plan includes. */
@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {}

  async allowance(organizationId: string): Promise<AllowanceState> {
    const allowance = await this.usage.allowance(organizationId, monthOf(this.clock.now()));
    return { ...allowance, spent: allowance.usedSec >= allowance.includedSec };
  }

  async read(organizationId: string, { from, to, granularity }: GetUsageQueryDto): Promise<UsageDto> {
    const now = this.clock.now();
    const period = periodOf(from, to, granularity, now);
    const [{ includedSec, usedSec }, buckets, storageBytes] = await Promise.all([
      this.allowance(organizationId),
      this.usage.buckets(organizationId, period, granularity),
      this.usage.storedBytes(organizationId),
    ]);
    const series = seriesOf(period, granularity, buckets);
    return toUsage({ period, month: monthOf(now), includedSec, usedSec, storageBytes, series });
  }
}
