import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SignInEndings } from '../sign-in/sign-in-endings.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { secondFactorMail, type SecondFactorChange } from './second-factor.mail.js';

export const MAIL_VALID_MS = 24 * 60 * 60_000;

/** Who changed it: the operator, or the person, whose sign-in stays. */
export type ChangedBy = { ip: string } & ({ actor: 'operator' } | { signInId: string });

/** What follows from a change of a second factor, in its transaction and for every organization of the person. */
@Injectable()
export class SecondFactorChanges {
  constructor(
    private readonly signIns: SignInRepository,
    private readonly endings: SignInEndings,
    private readonly audit: AuditRepository,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  /** Ends the person's other sign-ins, tells them by mail, and logs it as `member.second_factor_…`. */
  async follow(email: string, change: SecondFactorChange, by: ChangedBy): Promise<void> {
    await this.endings.endOfPerson(email, 'signInId' in by ? { except: by.signInId } : {});
    for (const { organizationId, memberId } of await this.signIns.memberships(email)) {
      const who = { actor: 'actor' in by ? by.actor : memberId, ip: by.ip };
      const action = `member.second_factor_${change}`;
      await this.audit.record(who, { organizationId, action, subject: memberId });
    }
    const giveUpAt = new Date(this.clock.now().getTime() + MAIL_VALID_MS);
    await this.mails.add({ ...secondFactorMail(change), recipient: email, about: randomUUID(), giveUpAt });
  }
}
