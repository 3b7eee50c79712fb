import { Injectable } from '@nestjs/common';
import {
  createEvent,
  MemberRemoved,
  notFound,
  readPage,
  type ForwardedCall,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { MemberListeners } from './member-listeners.js';
import { toMember, type AddMemberDto, type MemberDto } from './member.dto.js';
import { joined, left, newMember, type Member } from './member.model.js';
import { MemberRepository } from './member.repository.js';

/** The people of an organization. */
@Injectable()
export class MemberService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly listeners: MemberListeners,
    private readonly audit: AuditRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The first owner of an organization that is created in the same transaction. */
  async createOwner(organizationId: string, email: string): Promise<MemberDto> {
    const owner = newMember({ organizationId, email, role: 'owner' }, this.clock.now());
    await this.members.save(owner);
    return toMember(owner);
  }

  async add(call: ForwardedCall, organizationId: string, body: AddMemberDto): Promise<MemberDto> {
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const known = await this.members.find(organizationId, body.email);
      const member = joined(known, { organizationId, ...body }, this.clock.now());
      await this.save(call, member, 'member.added');
      return toMember(member);
    });
  }

  async remove(call: ForwardedCall, organizationId: string, idOrEmail: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const present = await this.members.present(organizationId);
      const wanted = idOrEmail.toLowerCase();
      const member = present.find(({ id, email }) => id === wanted || email === wanted);
      if (!member) throw notFound('member');
      const now = this.clock.now();
      await this.save(call, left(member, present, now), 'member.removed');
      await this.outbox.add(createEvent(MemberRemoved, organizationId, { memberId: member.id }, now));
    });
  }

  async list(organizationId: string, query: PageQuery): Promise<Page<MemberDto>> {
    await this.organizations.get(organizationId);
    return readPage(query, this.members.listed(organizationId), toMember);
  }

  private async save(call: ForwardedCall, member: Member, action: string): Promise<void> {
    const { id, organizationId, email, role } = member;
    await this.members.save(member);
    await this.audit.record(call, { organizationId, action, subject: id, detail: { email, role } });
    await this.listeners.notify(member);
  }
}
