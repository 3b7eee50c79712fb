import { Injectable } from '@nestjs/common';
import { AppError, notFound, requireAddressForm, ScimRefusal, type Role } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { AuditedCall } from '../audit/audit.repository.js';
import { NEW_MEMBER_ROLES } from '../identity-providers/provider.model.js';
import { isDeactivated, type Member } from '../members/member.model.js';
import { MemberRepository } from '../members/member.repository.js';
import { MemberService } from '../members/member.service.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import type { UserFilter, UserPage } from './scim-filter.model.js';
import type { DirectoryCall } from './scim-token.interceptor.js';
import type { UserChange } from './scim-user.model.js';
import { ScimUserRepository } from './scim-user.repository.js';
import { ScimWelcome } from './scim-welcome.js';

/** The members of an organization in the hands of its directory. Runs for that organization alone. */
@Injectable()
export class ScimUserService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly users: ScimUserRepository,
    private readonly known: MemberRepository,
    private readonly members: MemberService,
    private readonly welcome: ScimWelcome,
  ) {}

  list(
    { token }: DirectoryCall,
    filter: UserFilter,
    page: UserPage,
  ): Promise<{ users: Member[]; total: number }> {
    return this.users.page(token.organizationId, filter, page);
  }

  /** @throws AppError `not_found`, also for who was removed and for people of other organizations */
  async read({ token }: DirectoryCall, id: string): Promise<Member> {
    const user = await this.users.find(token.organizationId, id);
    if (!user) throw notFound('user');
    return user;
  }

  /** @throws ScimRefusal `uniqueness` for who is there, or is kept out; `invalidValue` */
  create(call: DirectoryCall, change: UserChange): Promise<Member> {
    const { organizationId, newMemberRole } = call.token;
    const email = addressOf(change.userName);
    const role = change.role === undefined ? newMemberRole : assignable(change.role);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const former = await this.known.find(organizationId, email);
      if (former && (former.removedAt === null || isDeactivated(former)))
        throw new ScimRefusal('uniqueness', 'There is a user with this userName already.');
      const added = { email, role, externalId: change.externalId ?? null };
      const { id } = await this.members.add(auditedAs(call), organizationId, added);
      if (change.active === false) await this.members.deactivate(auditedAs(call), organizationId, id);
      else await this.welcome.greet(await this.read(call, id));
      return this.read(call, id);
    });
  }

  /** @throws AppError `not_found`, `conflict` for the last owner, ScimRefusal for what a directory may not change */
  change(call: DirectoryCall, id: string, change: UserChange): Promise<Member> {
    const { organizationId } = call.token;
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const user = await this.read(call, id);
      if (change.userName !== undefined && addressOf(change.userName) !== user.email)
        throw new ScimRefusal('mutability', 'userName stays as it is: remove the user and add another.');
      if (change.externalId !== undefined && change.externalId !== user.externalId)
        await this.members.setExternalId(auditedAs(call), user, change.externalId);
      await this.giveRole(call, user, change.role);
      if (change.active !== undefined) await this.letIn(call, user, change.active);
      return this.read(call, id);
    });
  }

  /** @throws AppError `not_found`, `conflict` for the last owner */
  async remove(call: DirectoryCall, id: string): Promise<void> {
    const { organizationId } = call.token;
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      requireRightOver(call, await this.read(call, id));
      await this.members.remove(auditedAs(call), organizationId, id);
    });
  }

  /** Who manages the organization is chosen by name, so that directories neither give nor take these roles. */
  private async giveRole(call: DirectoryCall, user: Member, wanted: string | undefined): Promise<void> {
    if (wanted === undefined || wanted === user.role) return;
    const role = assignable(wanted);
    if (!isAssignable(user.role))
      throw new ScimRefusal('mutability', 'Owners and admins get another role in the console.');
    await this.members.update(auditedAs(call), call.token.organizationId, user.id, { role });
  }

  private async letIn(call: DirectoryCall, user: Member, active: boolean): Promise<void> {
    const { organizationId } = call.token;
    if (active === (user.removedAt === null)) return;
    if (active) {
      await this.members.activate(auditedAs(call), organizationId, user.id);
      await this.welcome.greet(user);
      return;
    }
    requireRightOver(call, user);
    await this.members.deactivate(auditedAs(call), organizationId, user.id);
  }
}

function auditedAs({ token, ip }: DirectoryCall): AuditedCall {
  return { actor: token.id, ip };
}

/** A token that an admin made may not do what an admin may not. @throws AppError `insufficient_role` */
function requireRightOver({ token }: DirectoryCall, user: Member): void {
  if (user.role !== 'owner' || token.overOwners) return;
  throw new AppError(
    'insufficient_role',
    'Only a SCIM token that an owner or operator made takes out owners.',
    {
      requiredRole: 'owner',
    },
  );
}

function addressOf(userName: string | undefined): string {
  try {
    return requireAddressForm(userName ?? '');
  } catch {
    throw new ScimRefusal('invalidValue', 'userName must be the e-mail address of the person.');
  }
}

function isAssignable(role: string): role is (typeof NEW_MEMBER_ROLES)[number] {
  return (NEW_MEMBER_ROLES as readonly string[]).includes(role);
}

function assignable(role: string): Role {
  if (isAssignable(role)) return role;
  throw new ScimRefusal('invalidValue', `A directory gives the roles ${NEW_MEMBER_ROLES.join(' and ')}.`);
}
