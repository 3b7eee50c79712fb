import { Injectable } from '@nestjs/common';
import {
  createEvent,
  MemberRemoved,
  notFound,
  readPage,
  requireRight,
  roleOf,
  type ForwardedCall,
  type Page,
  type PageQuery,
  type Role,
} from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository, type AuditedCall } from '../audit/audit.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { MemberListeners, type MemberChange } from './member-listeners.js';
import { toMember, type AddMemberDto, type MemberDto, type UpdateMemberDto } from './member.dto.js';
import { inRole, joined, left, newMember, type Member, type NewMember } from './member.model.js';
import { MemberRepository } from './member.repository.js';

const AUDITED: Record<MemberChange, string> = {
  joined: 'member.added',
  left: 'member.removed',
  role: 'member.role_changed',
};

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
      const member = joined(
        known,
        { organizationId, email: body.email, role: roleOf(body.role) },
        this.clock.now(),
      );
      await this.save(call, member, 'joined');
      return toMember(member);
    });
  }

  /** Creates the membership of an accepted invitation. The caller has locked the organization. */
  async join(ip: string, member: NewMember): Promise<void> {
    const known = await this.members.find(member.organizationId, member.email);
    const entering = joined(known, member, this.clock.now());
    await this.save({ actor: entering.id, ip }, entering, 'joined');
  }

  async remove(call: ForwardedCall, organizationId: string, idOrEmail: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const present = await this.members.present(organizationId);
      const member = memberIn(present, idOrEmail);
      requireRightOver(call, member.role);
      const now = this.clock.now();
      await this.save(call, left(member, present, now), 'left');
      await this.outbox.add(createEvent(MemberRemoved, organizationId, { memberId: member.id }, now));
    });
  }

  /** Ends the person's sign-ins, so that nothing goes on by the former role. */
  async update(
    call: ForwardedCall,
    organizationId: string,
    idOrEmail: string,
    { role }: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const present = await this.members.present(organizationId);
      const before = memberIn(present, idOrEmail);
      for (const each of [before.role, role]) requireRightOver(call, each);
      const member = inRole(before, role, present);
      if (before.role !== role) await this.save(call, member, 'role');
      return toMember(member);
    });
  }

  async list(organizationId: string, query: PageQuery): Promise<Page<MemberDto>> {
    await this.organizations.get(organizationId);
    return readPage(query, this.members.listed(organizationId), toMember);
  }

  private async save(call: AuditedCall, member: Member, change: MemberChange): Promise<void> {
    const { id, organizationId, email, role } = member;
    const action = AUDITED[change];
    await this.members.save(member);
    await this.audit.record(call, { organizationId, action, subject: id, detail: { email, role } });
    await this.listeners.notify(member, change);
  }
}

/** Who is or becomes an owner is up to owners. @throws AppError `insufficient_role`; operators may everything. */
function requireRightOver({ principal }: ForwardedCall, role: Role): void {
  if (principal.kind === 'member')
    requireRight(principal.role, role === 'owner' ? 'owners.manage' : 'members.manage');
}

/** @throws AppError `not_found` */
function memberIn(present: readonly Member[], idOrEmail: string): Member {
  const wanted = idOrEmail.toLowerCase();
  const member = present.find(({ id, email }) => id === wanted || email === wanted);
  if (!member) throw notFound('member');
  return member;
}
