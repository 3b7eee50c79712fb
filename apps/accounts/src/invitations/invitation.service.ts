import { Injectable } from '@nestjs/common';
import {
  AppError,
  readPage,
  requireAddressForm,
  requireRight,
  sha256Hex,
  type MemberPrincipal,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, keyedHash, newToken } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountsConfig } from '../config.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailLimits } from '../mail-limits/mail-limits.js';
import { MemberRepository } from '../members/member.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { toInvitation, type InvitationDto, type InvitePersonDto } from './invitation.dto.js';
import { invitationMail } from './invitation.mail.js';
import { MOST_INVITATIONS, newInvitation, resent, type Invitation } from './invitation.model.js';
import { InvitationRepository } from './invitation.repository.js';

/** Who asks, and from where. */
export interface Inviter {
  member: MemberPrincipal;
  ip: string;
}

/** Invitations of an organization, made by its members. Links go out by mail and are in no answer. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly invitations: InvitationRepository,
    private readonly mails: MailQueue,
    private readonly limits: MailLimits,
    private readonly audit: AuditRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `conflict` for members and who is invited already, `insufficient_role` for owners, `rate_limited`. */
  invite(by: Inviter, { email: address, role }: InvitePersonDto): Promise<InvitationDto> {
    const email = requireAddressForm(address);
    const { organizationId, memberId: invitedBy } = by.member;
    requireRight(by.member.role, role === 'owner' ? 'owners.manage' : 'members.manage');
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      await this.requireNew(organizationId, email);
      const token = newToken();
      const tokenHash = this.hashOf(token);
      const now = this.clock.now();
      const invitation = newInvitation({ organizationId, email, role, invitedBy, tokenHash }, now);
      await this.invitations.insert(invitation);
      await this.record(by, invitation, 'invitation.created');
      await this.mail(by, invitation, token);
      return toInvitation(invitation);
    });
  }

  list({ organizationId }: MemberPrincipal, query: PageQuery): Promise<Page<InvitationDto>> {
    return readPage(query, this.invitations.listed(organizationId), toInvitation);
  }

  /** With a new link; the one before ends. @throws AppError `rate_limited` shortly after the last mail, or after too many. */
  resend(by: Inviter, id: string): Promise<InvitationDto> {
    const { organizationId, role } = by.member;
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const stored = await this.invitations.get(organizationId, id);
      requireRight(role, stored.role === 'owner' ? 'owners.manage' : 'members.manage');
      const token = newToken();
      const invitation = resent(stored, this.hashOf(token), this.clock.now());
      await this.invitations.save(invitation);
      await this.record(by, invitation, 'invitation.resent');
      await this.mails.takeBack(id);
      await this.mail(by, invitation, token);
      return toInvitation(invitation);
    });
  }

  /** Its link ends, and a mail that was not sent yet is not. */
  async withdraw(by: Inviter, id: string): Promise<void> {
    const { organizationId } = by.member;
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const invitation = await this.invitations.get(organizationId, id);
      await this.invitations.delete(id);
      await this.mails.takeBack(id);
      await this.record(by, invitation, 'invitation.withdrawn');
    });
  }

  /** What is stored of a link's token. */
  hashOf(token: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `invitation ${sha256Hex(token)}`);
  }

  private async requireNew(organizationId: string, email: string): Promise<void> {
    const member = await this.members.find(organizationId, email);
    if (member?.removedAt === null) throw new AppError('conflict', 'This person is a member already.');
    const former = await this.invitations.to(organizationId, email);
    if (former && former.expiresAt > this.clock.now())
      throw new AppError('conflict', 'This person is invited already: send it again, or withdraw it first.');
    if (former) await this.invitations.delete(former.id);
    if ((await this.invitations.count(organizationId)) >= MOST_INVITATIONS)
      throw new AppError('conflict', `There are ${MOST_INVITATIONS} open invitations; withdraw some first.`);
  }

  /** @throws AppError `rate_limited`: one that is withdrawn and made anew is mailed again, and counts, as well */
  private async mail({ member }: Inviter, invitation: Invitation, token: string): Promise<void> {
    const { id, organizationId, email, expiresAt } = invitation;
    await this.limits.count(organizationId, email);
    const { name: organizationName } = await this.organizations.get(organizationId);
    const link = `${this.config.CAPTURE_PUBLIC_URL}/console/invitation?t=${token}`;
    const told = invitationMail({ organizationName, invitedBy: member.email, link });
    await this.mails.add({ ...told, recipient: email, about: id, giveUpAt: expiresAt });
  }

  private async record({ member, ip }: Inviter, invitation: Invitation, action: string): Promise<void> {
    const { id: subject, organizationId, email, role } = invitation;
    const fact = { organizationId, action, subject, detail: { email, role } };
    await this.audit.record({ actor: member.memberId, ip }, fact);
  }
}
