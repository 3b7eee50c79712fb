import { Injectable } from '@nestjs/common';
import type { AllowanceState } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { ownerOf } from './member.model.js';
import { MemberRepository } from './member.repository.js';
import { OrganizationRepository } from './organization.repository.js';
import type { Plan } from './plan.model.js';
import { PlanRepository } from './plan.repository.js';
import { toUsage, type UsageQuery, type UsageResponse } from './usage.dto.js';
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
    const [plan, usedSec, members] = await Promise.all([
      this.planOf(organization.plan),
      this.usage.collectedSec(organizationId, monthOf(this.clock.now())),
      this.members.present(organizationId),
    ]);
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

  async read(organizationId: string, { from, to, granularity }: UsageQuery): Promise<UsageResponse> {
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

  private async planOf(name: string): Promise<Plan> {
    const plan = (await this.plans.all()).find((candidate) => candidate.name === name);
    if (!plan) throw new Error(`an organization has the unknown plan ${name}`);
    return plan;
  }
}
