import { Injectable } from '@nestjs/common';
import { MailQueue } from '../mail/mail-queue.js';
import { MemberListener, MemberListeners, type MemberChange } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { InvitationRepository } from './invitation.repository.js';

/**
 * Ends the open invitation of a member who leaves, is removed or is deactivated by the organization's directory, as it would
 * bring them back. An invitation that is made afterwards stays open.
 */
@Injectable()
export class InvitationListener extends MemberListener {
  constructor(
    listeners: MemberListeners,
    private readonly invitations: InvitationRepository,
    private readonly mails: MailQueue,
  ) {
    super(listeners);
  }

  override async memberChanged(member: Member, change: MemberChange): Promise<void> {
    if (change !== 'left') return;
    const open = await this.invitations.to(member.organizationId, member.email);
    if (!open) return;
    await this.invitations.delete(open.id);
    await this.mails.takeBack(open.id);
  }
}
