import { Injectable } from '@nestjs/common';
import { AppError, notFound, sha256Hex } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, keyedHash, newToken } from '@capture/platform';
import { AuditRepository, type AuditedCall } from '../audit/audit.repository.js';
import { AccountsConfig } from '../config.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MemberRepository } from '../members/member.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { PasswordHasher } from '../passwords/password.hasher.js';
import { acceptable } from '../passwords/password.model.js';
import { PasskeyRepository } from '../passkeys/passkey.repository.js';
import { PersonRepository } from '../passwords/person.repository.js';
import { SecondFactorChanges } from '../second-factor-changes/second-factor-changes.js';
import { PasswordChanges } from './password-changes.js';
import type { PasswordLinkDto, SetPasswordDto } from './password-link.dto.js';
import { PasswordLinkRepository } from './password-link.repository.js';

const LINK_VALID_MS = 72 * 60 * 60 * 1000;

interface MadeLink extends PasswordLinkDto {
  /** What is stored of its token. */
  id: string;
  memberId: string;
  email: string;
}

function linkExpired(): AppError {
  return new AppError('link_expired', 'This link was used, has run out or never was one. Ask for a new one.');
}

/** Names that others chose are on a separate line. */
function welcomeMail(organizationName: string, link: string): { subject: string; text: string } {
  const subject = `Your account at ${organizationName}`;
  const text = `You were added to this organization on Capture:

  ${organizationName}

To choose a password and sign in, open this link. It works once, for 72 hours:

  ${link}

If it has run out, ask for another one at the sign-in page.
`;
  return { subject, text };
}

/** Links that operators or directories create, with which a person sets a password once. */
@Injectable()
export class PasswordLinkService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly people: PersonRepository,
    private readonly links: PasswordLinkRepository,
    private readonly changes: PasswordChanges,
    private readonly passkeys: PasskeyRepository,
    private readonly factorChanges: SecondFactorChanges,
    private readonly passwords: PasswordHasher,
    private readonly mails: MailQueue,
    private readonly audit: AuditRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  create(call: AuditedCall, organizationId: string, idOrEmail: string): Promise<PasswordLinkDto> {
    return this.database.run(async () => {
      const { email, memberId, link, expiresAt } = await this.make(organizationId, idOrEmail);
      const detail = { email, expiresAt };
      await this.audit.record(call, { organizationId, action: 'member.invited', subject: memberId, detail });
      return { link, expiresAt };
    });
  }

  /**
   * Makes a link and mails it to its person: nobody else sees it. It is not in the audit log, where the organization would
   * read that the person has no password anywhere. The caller has counted the mail.
   * @throws AppError `not_found`
   */
  async mail(organizationId: string, email: string): Promise<void> {
    await this.database.run(async () => {
      const { id, link, expiresAt } = await this.make(organizationId, email);
      const { name } = await this.organizations.get(organizationId);
      const about = { about: id, giveUpAt: new Date(expiresAt) };
      await this.mails.add({ ...welcomeMail(name, link), recipient: email, ...about });
    });
  }

  /**
   * Sets the person's password for every organization and ends their earlier sign-ins, links and passkeys. An attacker
   * may have added a passkey, and it must not outlive the recovery of the account.
   * @throws AppError `link_expired`, or `invalid_input` for an unacceptable password: the link stays valid then.
   */
  setPassword(ip: string, { token, password }: SetPasswordDto): Promise<void> {
    return this.database.forEveryOrganization(
      'a link says no organization, a person may be of several',
      async () => {
        const id = this.idOf(token);
        const invited = await this.links.member(id, this.clock.now());
        if (!invited) throw linkExpired();
        const { email, organizationId } = invited;
        const by = { ip, organizationId };
        const hash = await this.passwords.hash(acceptable(password, email));
        await this.database.run(async () => {
          if (!(await this.links.use(id))) throw linkExpired();
          await this.people.setPassword(email, hash, this.clock.now());
          await this.changes.endSignInsAndLinks(email, by, { action: 'member.password_set' });
          if ((await this.passkeys.deleteOf(email)) > 0)
            await this.factorChanges.follow(email, 'member.passkeys_ended', by);
        });
      },
    );
  }

  /** What is stored of a link's token. */
  idOf(token: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, sha256Hex(token));
  }

  /** Makes a link for a member, whose earlier ones end. @throws AppError `not_found` */
  private async make(organizationId: string, idOrEmail: string): Promise<MadeLink> {
    const token = newToken();
    const [id, now] = [this.idOf(token), this.clock.now()];
    const expiresAt = new Date(now.getTime() + LINK_VALID_MS);
    const member = await this.members.find(organizationId, idOrEmail);
    if (!member || member.removedAt !== null) throw notFound('member');
    const { id: memberId, email } = member;
    await this.links.replace({ id, organizationId, memberId, createdAt: now, expiresAt });
    const link = `${this.config.CAPTURE_PUBLIC_URL}/console/welcome?t=${token}`;
    return { id, memberId, email, link, expiresAt: expiresAt.toISOString() };
  }
}
