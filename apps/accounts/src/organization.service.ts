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
import { Outbox } from '@capture/messaging';
import { Clock } from '@capture/platform';
import { Database } from '@capture/persistence';
import { AuditLog } from './audit.repository.js';
import type { PrismaClient } from './generated/prisma/client.js';
import { toMember } from './member.dto.js';
import { newMember } from './member.model.js';
import { MemberRepository } from './member.repository.js';
import {
  toOrganization,
  type ChangeOrganizationBody,
  type CreatedOrganizationResponse,
  type CreateOrganizationBody,
  type OrganizationResponse,
} from './organization.dto.js';
import { changed, newOrganization, type Organization } from './organization.model.js';
import { OrganizationRepository } from './organization.repository.js';
import type { Plan } from './plan.model.js';
import { PlanRepository } from './plan.repository.js';

/** Organizations: created with an owner, changed by an operator, followed by the other services. */
@Injectable()
export class OrganizationService {
  constructor(
    private readonly db: Database<PrismaClient>,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly plans: PlanRepository,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async create(call: ForwardedCall, body: CreateOrganizationBody): Promise<CreatedOrganizationResponse> {
    const plan = await this.planNamed(body.plan);
    const now = this.clock.now();
    const organization = newOrganization(newId('organization'), body.name, plan.name, now);
    const email = body.ownerEmail ?? `owner@${organization.id.replace('_', '-')}.invalid`;
    const owner = newMember({ organizationId: organization.id, email, role: 'owner' }, now);
    await this.db.run(async () => {
      await this.organizations.insert(organization);
      await this.members.save(owner);
      const detail = { name: organization.name, plan: plan.name, owner: owner.email };
      const fact = {
        organizationId: organization.id,
        action: 'organization.created',
        subject: organization.id,
      };
      await this.audit.record(call, { ...fact, detail });
      await this.announce(organization, plan);
    });
    return { ...toOrganization(organization, plan), owner: toMember(owner) };
  }

  async list(query: PageQuery): Promise<Page<OrganizationResponse>> {
    const plans = await this.plans.all();
    const planOf = ({ plan }: Organization): Plan => named(plans, plan);
    return readPage(query, this.organizations.listed(), (row) => toOrganization(row, planOf(row)));
  }

  async read(id: string): Promise<OrganizationResponse> {
    const organization = await this.organizations.get(id);
    return toOrganization(organization, named(await this.plans.all(), organization.plan));
  }

  async change(call: ForwardedCall, id: string, body: ChangeOrganizationBody): Promise<OrganizationResponse> {
    if (body.plan !== undefined) await this.planNamed(body.plan);
    const plans = await this.plans.all();
    return this.db.run(async () => {
      const before = await this.organizations.lock(id);
      const { organization, changes } = changed(before, body, this.clock.now());
      const plan = named(plans, organization.plan);
      if (organization === before) return toOrganization(before, plan);
      await this.organizations.save(organization);
      const fact = { organizationId: id, action: 'organization.changed', subject: id };
      await this.audit.record(call, { ...fact, detail: { ...changes } });
      await this.announce(organization, plan);
      return toOrganization(organization, plan);
    });
  }

  private announce(organization: Organization, { features, limits }: Plan): Promise<void> {
    const { id, name, plan, paused, retentionDays, revision, updatedAt } = organization;
    const data = { name, plan, features, limits, paused, retentionDays, revision };
    return this.outbox.add(createEvent(OrganizationUpdated, id, data, updatedAt));
  }

  private async planNamed(name: string): Promise<Plan> {
    const plans = await this.plans.all();
    const plan = plans.find((candidate) => candidate.name === name);
    if (plan) return plan;
    const known = plans.map((candidate) => candidate.name).join(', ');
    throw invalidField('plan', 'not_allowed', `No plan has this name; there are ${known}.`);
  }
}

function named(plans: Plan[], name: string): Plan {
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`an organization has the unknown plan ${name}`);
  return plan;
}
