import { Injectable } from '@nestjs/common';
import type { AllowanceState } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { ownerOf } from '../members/member.model.js';
import { MemberRepository } from '../members/member.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { planOf } from '../plans/plan.model.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { toUsage, type GetUsageQueryDto, type UsageDto } from './usage.dto.js';
import { monthOf, periodOf, seriesOf } from './usage.model.js';
import { UsageRepository } from './usage.repository.js';

/** What organizations collected, and how much of it their plan includes. */
@Injectable()
export class UsageService {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly plans: PlanRepository,
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {}

  async allowance(organizationId: string): Promise<AllowanceState> {
    const organization = await this.organizations.get(organizationId);
    const [plans, usedSec, members] = await Promise.all([
      this.plans.all(),
      this.usage.collectedSec(organizationId, monthOf(this.clock.now())),
      this.members.present(organizationId),
    ]);
    const plan = planOf(plans, organization.plan);
    const includedSec = organization.allowanceSec ?? plan.includedSec;
    return {
      includedSec,
      usedSec,
      spent: usedSec >= includedSec,
      organizationPaused: organization.paused,
      submissionCap: plan.limits.submissionCap,
      ownerMemberId: ownerOf(members)?.id ?? null,
    };
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
