import { Module } from '@nestjs/common';
import { AccountsConfig } from '../config.js';
import { FolderMailer } from './folder-mailer.js';
import { Mailer, NoMailer } from './mailer.js';
import { MailJobs } from './mail.jobs.js';
import { MailQueue } from './mail-queue.js';
import { MailRepository } from './mail.repository.js';
import { SmtpMailer } from './smtp-mailer.js';

function mailerOf(config: AccountsConfig): Mailer {
  const { CAPTURE_SMTP_URL: url, CAPTURE_MAIL_DIR: folder, CAPTURE_MAIL_FROM: sender } = config;
  if (url !== undefined) return new SmtpMailer({ url, sender, allowPlain: config.CAPTURE_SMTP_ALLOW_PLAIN });
  return folder === undefined ? new NoMailer() : new FolderMailer(folder, sender);
}

@Module({
  providers: [
    { provide: Mailer, inject: [AccountsConfig], useFactory: mailerOf },
    MailQueue,
    MailRepository,
    MailJobs,
  ],
  exports: [MailQueue],
})
export class MailModule {}
