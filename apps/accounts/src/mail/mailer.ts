import type { Mail } from './mail.model.js';

/** Hands mails on. Resolves once the other side is responsible for the mail, rejects when it may not be. */
export abstract class Mailer {
  /** @param id same for every attempt; becomes the `Message-ID`, by which a duplicate is recognized */
  abstract send(id: string, mail: Mail): Promise<void>;
}

/** For a process without mail settings: what is to be sent waits until it is given up. */
export class NoMailer extends Mailer {
  override send(): Promise<void> {
    return Promise.reject(new Error('neither CAPTURE_SMTP_URL nor CAPTURE_MAIL_DIR is set'));
  }
}
