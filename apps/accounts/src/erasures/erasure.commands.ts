import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ErasedPerson, ErasePerson, FindMember, FoundMember } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { MemberRepository } from '../members/member.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureCommands {
  constructor(
    private readonly erasures: ErasureService,
    private readonly members: MemberRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /** @throws AppError `not_found` when the organization does not exist: operators type its id. */
  @CommandHandler('accounts.find_member')
  async findMember(@Payload() { organizationId, email }: FindMember): Promise<FoundMember> {
    await this.organizations.get(organizationId);
    const member = await this.members.find(organizationId, email);
    return { present: member?.removedAt === null };
  }

  @CommandHandler('accounts.erase_person')
  async erasePerson(@Payload() payload: ErasePerson): Promise<ErasedPerson> {
    return { counts: await this.erasures.erase(payload) };
  }
}
