import { Injectable } from '@nestjs/common';
import type { ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { AuditRepository } from '../audit/audit.repository.js';
import { MemberService } from '../members/member.service.js';
import { OrganizationService } from '../organizations/organization.service.js';
import type { CreatedOrganizationDto, CreateOrganizationDto } from './provisioning.dto.js';

/** Creates organizations, each with its first owner. */
@Injectable()
export class ProvisioningService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationService,
    private readonly members: MemberService,
    private readonly audit: AuditRepository,
  ) {}

  async create(
    call: ForwardedCall,
    { name, plan, ownerEmail }: CreateOrganizationDto,
  ): Promise<CreatedOrganizationDto> {
    return this.database.run(async () => {
      const organization = await this.organizations.create(name, plan);
      const { id } = organization;
      const owner = await this.members.createOwner(id, ownerEmail ?? unreachableAddress(id));
      const detail = { name, plan, owner: owner.email };
      await this.audit.record(call, {
        organizationId: id,
        action: 'organization.created',
        subject: id,
        detail,
      });
      return { ...organization, owner };
    });
  }
}

/** An address under `.invalid` (RFC 2606), where no mail can arrive. */
function unreachableAddress(organizationId: string): string {
  return `owner@${organizationId.replace('_', '-')}.invalid`;
}
