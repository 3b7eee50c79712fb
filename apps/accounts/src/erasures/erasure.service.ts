import { Injectable } from '@nestjs/common';
import type { ErasePerson } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { InvitationRepository } from '../invitations/invitation.repository.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MemberRepository } from '../members/member.repository.js';
import { SuppressionService } from '../suppressions/suppression.service.js';
import { ErasureRepository, type PersonErasure } from './erasure.repository.js';

/** Erases what an organization has of an address here: invitation, suppression, former member, audit log (ADR 44). */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly erasures: ErasureRepository,
    private readonly invitations: InvitationRepository,
    private readonly mails: MailQueue,
    private readonly suppressions: SuppressionService,
    private readonly members: MemberRepository,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /** In one transaction with its counts, by which a repeat is answered. */
  erase({ organizationId, erasureId: id, email }: ErasePerson): Promise<PersonErasure['counts']> {
    return this.database.run(async () => {
      await this.erasures.lock(id);
      const known = await this.erasures.countsOf(organizationId, id);
      if (known) return known;
      const counts = {
        invitations: await this.eraseInvitation(organizationId, email),
        suppressions: await this.suppressions.forget(organizationId, email),
        formerMembers: await this.eraseFormerMember(organizationId, email),
        auditEntries: await this.audit.erase(organizationId, email),
      };
      await this.erasures.insert({ id, organizationId, counts, erasedAt: this.clock.now() });
      return counts;
    });
  }

  private async eraseInvitation(organizationId: string, email: string): Promise<number> {
    const invitation = await this.invitations.to(organizationId, email);
    if (!invitation) return 0;
    await this.invitations.delete(invitation.id);
    await this.mails.takeBack(invitation.id);
    return 1;
  }

  /** Keys and the audit log go on naming the id. Who came back meanwhile is a member, and stays one. */
  private async eraseFormerMember(organizationId: string, address: string): Promise<number> {
    const member = await this.members.find(organizationId, address);
    if (!member || member.removedAt === null) return 0;
    const email = `${member.id}@erased.invalid`;
    await this.members.save({ ...member, email, deactivatedAt: null, externalId: null });
    await this.mails.takeBack(member.id);
    return 1;
  }
}
