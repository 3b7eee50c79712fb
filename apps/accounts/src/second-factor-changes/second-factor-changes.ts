import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { AuditRepository, type PersonalCall } from '../audit/audit.repository.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SignInEndings } from '../sign-in/sign-in-endings.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { passkeyMail } from './passkey.mail.js';
import { secondFactorMail } from './second-factor.mail.js';

const MAIL_VALID_MS = 24 * 60 * 60_000;

const MAILS = {
  'member.second_factor_enabled': () => secondFactorMail('enabled'),
  'member.second_factor_removed': () => secondFactorMail('removed'),
  'member.second_factor_reset': () => secondFactorMail('reset'),
  'member.second_factor_recovery_codes_renewed': () => secondFactorMail('recovery_codes_renewed'),
  'member.passkey_added': () => passkeyMail('added'),
  'member.passkey_removed': () => passkeyMail('removed'),
  'member.passkeys_reset': () => passkeyMail('reset'),
  'member.passkeys_ended': () => passkeyMail('ended'),
};

/** As the audit log names it. */
export type SecondFactorAction = keyof typeof MAILS;

/** Who changed it. */
export interface ChangedBy extends PersonalCall {
  /** The sign-in that stays. */
  signInId?: string;
}

/** What follows from a change of a second factor or passkey, in its transaction and for every organization of the person. */
@Injectable()
export class SecondFactorChanges {
  constructor(
    private readonly signIns: SignInRepository,
    private readonly endings: SignInEndings,
    private readonly audit: AuditRepository,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  /** Ends the person's other sign-ins unless a passkey was added, tells the person by mail, and logs it. */
  async follow(
    email: string,
    action: SecondFactorAction,
    by: ChangedBy,
    detail?: { passkeyId: string },
  ): Promise<void> {
    if (action !== 'member.passkey_added') await this.endings.endOfPerson(email, { except: by.signInId });
    await this.record(email, action, by, detail);
    const giveUpAt = new Date(this.clock.now().getTime() + MAIL_VALID_MS);
    await this.mails.add({ ...MAILS[action](), recipient: email, about: randomUUID(), giveUpAt });
  }

  /** Logs that a passkey was refused whose counter went back: there is a copy of it. */
  async recordCopy(email: string, by: PersonalCall, detail: { passkeyId: string }): Promise<void> {
    await this.record(email, 'member.passkey_counter_refused', by, detail);
  }

  private async record(
    email: string,
    action: string,
    by: PersonalCall,
    detail?: { passkeyId: string },
  ): Promise<void> {
    const memberships = await this.signIns.memberships(email);
    await this.audit.recordOfPerson(by, memberships, { action, ...(detail && { detail }) });
  }
}
