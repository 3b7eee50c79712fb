import { Injectable } from '@nestjs/common';
import {
  createEvent,
  MemberRemoved,
  notFound,
  readPage,
  requireRight,
  roleOf,
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
import {
  activated,
  deactivated,
  inRole,
  isDeactivated,
  joined,
  left,
  newMember,
  type Member,
  type NewMember,
} from './member.model.js';
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

  /** @param externalId what the organization's directory calls the person, where it adds them */
  async add(
    call: AuditedCall,
    organizationId: string,
    { email, role, externalId }: AddMemberDto & { externalId?: string | null },
  ): Promise<MemberDto> {
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const known = await this.members.find(organizationId, email);
      const entering = joined(known, { organizationId, email, role: roleOf(role) }, this.clock.now());
      const member = externalId === undefined ? entering : { ...entering, externalId };
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

  async remove(call: AuditedCall, organizationId: string, idOrEmail: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const present = await this.members.present(organizationId);
      const member = await this.memberIn(organizationId, present, idOrEmail);
      requireRightOver(call, member.role);
      const now = this.clock.now();
      await this.save(call, left(member, present, now), 'left');
      this.outbox.add(createEvent(MemberRemoved, organizationId, { memberId: member.id }, now));
    });
  }

  /** Takes a person out for the organization's directory. @throws AppError `not_found`, `conflict` for the last owner */
  async deactivate(call: AuditedCall, organizationId: string, memberId: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const present = await this.members.present(organizationId);
      const now = this.clock.now();
      const known = await this.memberIn(organizationId, present, memberId);
      if (isDeactivated(known)) return;
      const member = deactivated(known, present, now);
      await this.save(call, member, 'left', 'member.deactivated');
      this.outbox.add(createEvent(MemberRemoved, organizationId, { memberId: member.id }, now));
    });
  }

  /** Keeps what the organization's directory calls the person. The caller has locked the organization. */
  async setExternalId(call: AuditedCall, member: Member, externalId: string | null): Promise<void> {
    const { id: subject, organizationId } = member;
    await this.members.save({ ...member, externalId });
    await this.audit.record(call, { organizationId, action: 'member.external_id_changed', subject });
  }

  /** Restores a membership that `deactivate` took. @throws AppError `not_found`, `conflict` for who is not deactivated */
  async activate(call: AuditedCall, organizationId: string, memberId: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const known = await this.members.find(organizationId, memberId);
      if (!known) throw notFound('member');
      await this.save(call, activated(known), 'joined', 'member.activated');
    });
  }

  /** Ends the person's sign-ins, so that nothing goes on by the former role. */
  async update(
    call: AuditedCall,
    organizationId: string,
    idOrEmail: string,
    { role }: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const present = await this.members.present(organizationId);
      const before = await this.memberIn(organizationId, present, idOrEmail);
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

  /** Somebody who is there, or whom the directory keeps out. @throws AppError `not_found` */
  private async memberIn(
    organizationId: string,
    present: readonly Member[],
    idOrEmail: string,
  ): Promise<Member> {
    const wanted = idOrEmail.toLowerCase();
    const there = present.find(({ id, email }) => id === wanted || email === wanted);
    const known = there ?? (await this.members.find(organizationId, wanted));
    if (!known || (known.removedAt !== null && !isDeactivated(known))) throw notFound('member');
    return known;
  }

  private async save(
    call: AuditedCall,
    member: Member,
    change: MemberChange,
    action = AUDITED[change],
  ): Promise<void> {
    const { id, organizationId, email, role } = member;
    await this.members.save(member);
    await this.audit.record(call, { organizationId, action, subject: id, detail: { email, role } });
    await this.listeners.notify(member, change);
  }
}

/** Who is or becomes an owner is up to owners. @throws AppError `insufficient_role`; operators may everything, and directories judge themselves. */
function requireRightOver(call: AuditedCall, role: Role): void {
  if ('principal' in call && call.principal.kind === 'member')
    requireRight(call.principal.role, role === 'owner' ? 'owners.manage' : 'members.manage');
}
