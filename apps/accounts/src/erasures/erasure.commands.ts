import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ErasedPerson, ErasePerson, FindMember, FoundMember } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { MemberRepository } from '../members/member.repository.js';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureCommands {
  constructor(
    private readonly erasures: ErasureService,
    private readonly members: MemberRepository,
  ) {}

  @CommandHandler('accounts.find_member')
  async findMember(@Payload() { organizationId, email }: FindMember): Promise<FoundMember> {
    const member = await this.members.find(organizationId, email);
    return { present: member?.removedAt === null };
  }

  @CommandHandler('accounts.erase_person')
  async erasePerson(@Payload() payload: ErasePerson): Promise<ErasedPerson> {
    return { counts: await this.erasures.erase(payload) };
  }
}
