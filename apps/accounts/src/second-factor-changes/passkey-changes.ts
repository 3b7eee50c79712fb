import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SignInEndings } from '../sign-in/sign-in-endings.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { passkeyMail, type PasskeyChange } from './passkey.mail.js';
import { MAIL_VALID_MS } from './second-factor-changes.js';

const ACTIONS: Record<PasskeyChange, string> = {
  added: 'member.passkey_added',
  removed: 'member.passkey_removed',
  reset: 'member.passkeys_reset',
  ended: 'member.passkeys_ended',
};

/** Who changed them: the person unless it says the operator. */
export interface PasskeysChangedBy {
  ip: string;
  actor?: 'operator';
  /** The sign-in that stays. */
  signInId?: string;
}

/** What follows from a change of passkeys, in its transaction and for every organization of the person. */
@Injectable()
export class PasskeyChanges {
  constructor(
    private readonly signIns: SignInRepository,
    private readonly endings: SignInEndings,
    private readonly audit: AuditRepository,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  /** Ends the person's other sign-ins where a passkey went, tells the person by mail, and logs it. */
  async follow(
    email: string,
    change: PasskeyChange,
    by: PasskeysChangedBy,
    detail?: { passkeyId: string },
  ): Promise<void> {
    if (change !== 'added') await this.endings.endOfPerson(email, { except: by.signInId });
    await this.record(email, ACTIONS[change], by, detail);
    const giveUpAt = new Date(this.clock.now().getTime() + MAIL_VALID_MS);
    await this.mails.add({ ...passkeyMail(change), recipient: email, about: randomUUID(), giveUpAt });
  }

  /** Logs that a passkey was refused whose counter went back: there is a copy of it. */
  async recordCopy(email: string, ip: string, detail: { passkeyId: string }): Promise<void> {
    await this.record(email, 'member.passkey_counter_refused', { ip }, detail);
  }

  private async record(
    email: string,
    action: string,
    { ip, actor }: PasskeysChangedBy,
    detail?: { passkeyId: string },
  ): Promise<void> {
    for (const { organizationId, memberId } of await this.signIns.memberships(email)) {
      const fact = { organizationId, action, subject: memberId, ...(detail && { detail }) };
      await this.audit.record({ actor: actor ?? memberId, ip }, fact);
    }
  }
}
