import { Injectable } from '@nestjs/common';
import {
  createEvent,
  invalidField,
  newId,
  OrganizationUpdated,
  readPage,
  type ForwardedCall,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { planOf, type Plan } from '../plans/plan.model.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { toOrganization, type OrganizationDto } from './organization.dto.js';
import {
  changed,
  newOrganization,
  type Organization,
  type OrganizationChange,
} from './organization.model.js';
import { OrganizationRepository } from './organization.repository.js';

/** Organizations, changed by operators and announced to the other services. */
@Injectable()
export class OrganizationService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly plans: PlanRepository,
    private readonly audit: AuditRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Inserts and announces an organization. The caller gives it an owner in the same transaction. */
  async create(name: string, planName: string): Promise<OrganizationDto> {
    const plan = await this.planNamed(planName);
    const organization = newOrganization(newId('organization'), name, plan.name, this.clock.now());
    await this.organizations.insert(organization);
    this.announce(organization, plan);
    return toOrganization(organization, plan);
  }

  async list(query: PageQuery): Promise<Page<OrganizationDto>> {
    const plans = await this.plans.all();
    return readPage(query, this.organizations.listed(), (organization) =>
      toOrganization(organization, planOf(plans, organization.plan)),
    );
  }

  async read(id: string): Promise<OrganizationDto> {
    const organization = await this.organizations.get(id);
    return toOrganization(organization, planOf(await this.plans.all(), organization.plan));
  }

  async change(call: ForwardedCall, id: string, body: OrganizationChange): Promise<OrganizationDto> {
    if (body.plan !== undefined) await this.planNamed(body.plan);
    const plans = await this.plans.all();
    return this.database.run(async () => {
      const before = await this.organizations.lock(id);
      const { organization, changes } = changed(before, body, this.clock.now());
      const plan = planOf(plans, organization.plan);
      if (organization === before) return toOrganization(before, plan);
      await this.organizations.save(organization);
      const fact = { organizationId: id, action: 'organization.changed', subject: id };
      await this.audit.record(call, { ...fact, detail: { ...changes } });
      this.announce(organization, plan);
      return toOrganization(organization, plan);
    });
  }

  /** States when the organization is to be deleted; null when it is not. */
  async scheduleDeletion(id: string, deletionAt: Date | null): Promise<void> {
    const organization = await this.organizations.lock(id);
    await this.organizations.save({ ...organization, deletionAt, updatedAt: this.clock.now() });
  }

  /** From now on nothing of it is changed any more, and its links refuse: its deletion has begun. */
  async close(id: string): Promise<void> {
    const before = await this.organizations.lockAlsoClosed(id);
    if (before.closedAt !== null) return;
    const now = this.clock.now();
    const { organization } = changed({ ...before, paused: false, closedAt: now }, { paused: true }, now);
    await this.organizations.save(organization);
    this.announce(organization, planOf(await this.plans.all(), organization.plan));
  }

  private announce(organization: Organization, { features, limits }: Plan): void {
    const { id, name, plan, paused, retentionDays, revision, updatedAt } = organization;
    const { displayName, colour, logo } = organization;
    const branding = { name: displayName ?? name, colour, logo };
    const data = { name, plan, features, limits, paused, retentionDays, branding, revision };
    this.outbox.add(createEvent(OrganizationUpdated, id, data, updatedAt));
  }

  private async planNamed(name: string): Promise<Plan> {
    const plans = await this.plans.all();
    const plan = plans.find((candidate) => candidate.name === name);
    if (plan) return plan;
    const known = plans.map((candidate) => candidate.name).join(', ');
    throw invalidField('plan', 'not_allowed', `No plan has this name; there are ${known}.`);
  }
}
