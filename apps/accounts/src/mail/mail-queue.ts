import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, keyedHash, openText, sealText } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import type { Mail, NewMail } from './mail.model.js';
import { MailRepository, type QueuedMail } from './mail.repository.js';

/**
 * Mails that wait to be sent, added in the transaction of what they tell of: none for what was rolled back, none lost while
 * the mail server is away. Their texts hold links, so they are encrypted, and the rows go when they are sent.
 */
@Injectable()
export class MailQueue {
  private readonly key: Buffer;

  constructor(
    private readonly mails: MailRepository,
    private readonly clock: Clock,
    config: AccountsConfig,
  ) {
    this.key = Buffer.from(keyedHash(config.CAPTURE_SIGN_IN_SECRET, 'mail'), 'hex');
  }

  async add({ recipient, subject, text, about, giveUpAt }: NewMail): Promise<void> {
    const id = randomUUID();
    const now = this.clock.now();
    const sealed = sealText(this.key, JSON.stringify({ subject, text }), id);
    await this.mails.insert({
      id,
      about,
      recipient,
      sealed,
      attempts: 0,
      createdAt: now,
      nextAttemptAt: now,
      giveUpAt,
    });
  }

  /** Drops what waits to tell of `about`. */
  takeBack(about: string): Promise<void> {
    return this.mails.deleteAbout(about);
  }

  /** @throws Error when it was sealed with another secret. */
  open({ id, recipient, sealed }: QueuedMail): Mail {
    const { subject, text } = JSON.parse(openText(this.key, sealed, id)) as Omit<Mail, 'recipient'>;
    return { recipient, subject, text };
  }
}
