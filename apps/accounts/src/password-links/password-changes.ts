import { Injectable } from '@nestjs/common';
import { AuditRepository, type PersonalCall } from '../audit/audit.repository.js';
import { SignInEndings } from '../sign-in/sign-in-endings.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { PasswordLinkRepository } from './password-link.repository.js';

/** What follows from another password, in the transaction that stores it and for every organization of the person. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly signIns: SignInRepository,
    private readonly endings: SignInEndings,
    private readonly links: PasswordLinkRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** @param change.except the sign-in that stays: the one that changed the password */
  async endSignInsAndLinks(
    email: string,
    by: PersonalCall,
    { action, except }: { action: string; except?: string },
  ): Promise<void> {
    const memberships = await this.signIns.memberships(email);
    await this.endings.endOfPerson(email, except === undefined ? {} : { except });
    await this.links.deleteOf(memberships.map(({ memberId }) => memberId));
    await this.audit.recordOfPerson(by, memberships, { action });
  }
}
