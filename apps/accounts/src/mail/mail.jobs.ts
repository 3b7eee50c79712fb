import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { Mailer } from './mailer.js';
import { MailQueue } from './mail-queue.js';
import { pauseAfter } from './mail.model.js';
import { MailRepository, type QueuedMail } from './mail.repository.js';

const LOOK_MS = 1_000;
const BATCH = 10;
const LEASE_MS = 90_000;

/** Sends what waits, again and again until it is sent or not worth sending any more. */
@Injectable()
export class MailJobs {
  private readonly logger = new Logger(MailJobs.name);

  constructor(
    private readonly database: Database,
    private readonly mails: MailRepository,
    private readonly queue: MailQueue,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  @Every(LOOK_MS)
  sendDue(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('mails go to people, who may be in several', async () => {
      while (!signal.aborted) {
        const due = await this.mails.claim(this.clock.now(), LEASE_MS, BATCH);
        await Promise.all(due.map((mail) => this.send(mail)));
        if (due.length < BATCH) return;
      }
    });
  }

  /** Neither the address nor the text is logged; the id is that of the message. */
  private async send(mail: QueuedMail): Promise<void> {
    const { id, attempts, giveUpAt } = mail;
    if (giveUpAt <= this.clock.now()) {
      this.logger.error(
        { mailId: id, attempts: attempts - 1 },
        'a mail could not be sent in time and is given up',
      );
      return this.mails.delete(id);
    }
    try {
      await this.mailer.send(id, this.queue.open(mail));
    } catch (error) {
      await this.mails.postpone(id, new Date(this.clock.now().getTime() + pauseAfter(attempts)));
      this.logger.warn(
        { mailId: id, attempts, reason: reasonOf(error) },
        'a mail was not sent; it will be retried',
      );
      return;
    }
    await this.mails.delete(id);
  }
}

/** What a server answers may repeat the address or the text. */
function reasonOf(error: unknown): string {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
  return [name, code, responseCode].filter((part) => part !== undefined).join(' ');
}
