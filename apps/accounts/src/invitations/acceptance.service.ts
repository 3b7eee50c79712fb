import { Injectable } from '@nestjs/common';
import { AppError, invalidField } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { MailQueue } from '../mail/mail-queue.js';
import { MemberService } from '../members/member.service.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { PasswordHasher } from '../passwords/password.hasher.js';
import { acceptable } from '../passwords/password.model.js';
import { PersonRepository } from '../passwords/person.repository.js';
import type { AcceptInvitationDto, OpenedInvitationDto } from './invitation.dto.js';
import type { Invitation } from './invitation.model.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationService } from './invitation.service.js';

const WHY = 'a link says no organization, a person may be of several';

function linkExpired(): AppError {
  return new AppError(
    'link_expired',
    'This invitation was accepted or withdrawn, or has run out. Ask for a new one.',
  );
}

function hasPassword(): AppError {
  return new AppError(
    'conflict',
    'You have a password already, and an invitation does not change it. Accept without one.',
  );
}

/**
 * Reading and accepting an invitation. The link proves only that the caller reads the mail of that address: it creates the
 * membership, and sets a password for a person without one, but never changes an existing password.
 */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationRepository,
    private readonly links: InvitationService,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberService,
    private readonly people: PersonRepository,
    private readonly passwords: PasswordHasher,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `link_expired` */
  read(token: string): Promise<OpenedInvitationDto> {
    return this.database.forEveryOrganization(WHY, async () => {
      const { organizationId, email, role } = await this.opened(token);
      const { name: organizationName } = await this.organizations.get(organizationId);
      return { organizationName, email, role, hasPassword: await this.isKnown(email) };
    });
  }

  /** @throws AppError `link_expired`, `invalid_input` without a password that will do, `conflict` with one too many. */
  accept(ip: string, { token, name, password }: AcceptInvitationDto): Promise<void> {
    return this.database.forEveryOrganization(WHY, async () => {
      const invitation = await this.opened(token);
      const { email } = invitation;
      const person = (await this.isKnown(email)) ? undefined : { email, name, password };
      if (!person && password !== undefined) throw hasPassword();
      const hash = person && (await this.passwords.hash(chosen(person)));
      await this.database.run(async () => {
        await this.enter(ip, invitation);
        if (hash === undefined) return;
        const now = this.clock.now();
        if (!(await this.people.insert({ email, name: name ?? null, passwordHash: hash }, now)))
          throw hasPassword();
      });
    });
  }

  private async enter(ip: string, invitation: Invitation): Promise<void> {
    const { id, organizationId, email, role } = invitation;
    await this.organizations.lock(organizationId);
    if (!(await this.invitations.use(invitation))) throw linkExpired();
    await this.members.join(ip, { organizationId, email, role });
    await this.mails.takeBack(id);
  }

  private async opened(token: string): Promise<Invitation> {
    const invitation = await this.invitations.opened(this.links.hashOf(token), this.clock.now());
    if (!invitation) throw linkExpired();
    return invitation;
  }

  private async isKnown(email: string): Promise<boolean> {
    return (await this.people.passwordOf(email)) !== undefined;
  }
}

function chosen({ email, password }: { email: string; password: string | undefined }): string {
  if (password === undefined)
    throw invalidField('password', 'required', 'Choose a password: you have none yet.');
  return acceptable(password, email);
}
