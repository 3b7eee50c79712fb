import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { MailQueue } from '../mail/mail-queue.js';
import { MemberRepository } from './member.repository.js';

const MAIL_VALID_MS = 7 * 24 * 60 * 60_000;

/** Mails to every owner of an organization, in the transaction of what they tell of. */
@Injectable()
export class OwnerMails {
  constructor(
    private readonly members: MemberRepository,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  /** @param about by which they can be taken back */
  async add(
    organizationId: string,
    mail: { subject: string; text: string },
    about: string = randomUUID(),
  ): Promise<void> {
    const giveUpAt = new Date(this.clock.now().getTime() + MAIL_VALID_MS);
    for (const { email: recipient, role } of await this.members.present(organizationId))
      if (role === 'owner') await this.mails.add({ ...mail, recipient, about, giveUpAt });
  }
}
