import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { OrganizationUpdated, parseEvent, type EventEnvelope } from '@capture/contracts';
import { OrganizationRepository } from './organization.repository.js';

@Controller()
export class OrganizationConsumers {
  constructor(private readonly organizations: OrganizationRepository) {}

  /** Needs no inbox: the revision makes repeats harmless. */
  @EventPattern('organization.updated')
  async updated(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, data } = parseEvent(OrganizationUpdated, envelope);
    const { paused, revision, branding } = data;
    await this.organizations.apply({
      id: organizationId,
      paused,
      revision,
      name: branding?.name ?? data.name,
      colour: branding?.colour ?? null,
      logo: branding?.logo ?? null,
    });
  }
}
