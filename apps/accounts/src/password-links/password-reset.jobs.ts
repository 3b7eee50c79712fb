import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every, newToken } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { PasswordLinkRepository } from './password-link.repository.js';
import { PasswordLinkService } from './password-link.service.js';
import { PasswordResetRepository } from './password-reset.repository.js';

const LOOK_MS = 1_000;
const RESET_VALID_MS = 60 * 60 * 1000;

function textOf(link: string): string {
  return `Somebody asked for a new password for this address on Capture.

To choose one, open this link. It works once, for an hour, and ends every sign-in and passkey of yours:

  ${link}

If it was not you, do nothing: your password stays as it is.
`;
}

@Injectable()
export class PasswordResetJobs {
  constructor(
    private readonly database: Database,
    private readonly resets: PasswordResetRepository,
    private readonly signIns: SignInRepository,
    private readonly links: PasswordLinkRepository,
    private readonly service: PasswordLinkService,
    private readonly mails: MailQueue,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** Makes links for those who are members somewhere. Nobody else gets a mail. */
  @Every(LOOK_MS)
  async sendLinks(signal: AbortSignal): Promise<void> {
    await this.database.forEveryOrganization('a person may be a member of several', async () => {
      while (!signal.aborted && (await this.database.run(() => this.sendNext())));
    });
  }

  private async sendNext(): Promise<boolean> {
    const request = await this.resets.take();
    if (!request) return false;
    const { email, requestedAt } = request;
    const [membership] = await this.signIns.memberships(email);
    const expiresAt = new Date(requestedAt.getTime() + RESET_VALID_MS);
    const now = this.clock.now();
    if (!membership || expiresAt <= now) return true;
    const { organizationId, memberId } = membership;
    const token = newToken();
    const id = this.service.idOf(token);
    await this.links.insert({ id, organizationId, memberId, createdAt: now, expiresAt });
    const text = textOf(`${this.config.CAPTURE_PUBLIC_URL}/console/welcome?t=${token}`);
    const mail = { recipient: email, subject: 'A new password for Capture', text };
    await this.mails.add({ ...mail, about: id, giveUpAt: expiresAt });
    return true;
  }
}
