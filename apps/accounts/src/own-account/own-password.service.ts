import { Injectable } from '@nestjs/common';
import type { MemberPrincipal } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { PasswordChanges } from '../password-links/password-changes.js';
import { PasswordHasher } from '../passwords/password.hasher.js';
import { acceptable } from '../passwords/password.model.js';
import { PersonRepository } from '../passwords/person.repository.js';
import type { ChangePasswordDto } from './own-account.dto.js';
import { OwnPasswordProof, wrongPassword } from './own-password-proof.js';

/** Changes the password of the person who asks. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly database: Database,
    private readonly people: PersonRepository,
    private readonly proof: OwnPasswordProof,
    private readonly passwords: PasswordHasher,
    private readonly changes: PasswordChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the password and ends the person's other sign-ins and password links; their second factor stays.
   * @throws AppError `invalid_input`, or `rate_limited` after too many wrong passwords.
   */
  async change(member: MemberPrincipal, ip: string, body: ChangePasswordDto): Promise<void> {
    const { email, organizationId, signInId } = member;
    const wanted = acceptable(body.password, email);
    const stored = await this.proof.withPassword(member, ip, body.currentPassword, (hash) =>
      Promise.resolve(hash),
    );
    const hash = await this.passwords.hash(wanted);
    await this.database.forEveryOrganization('a person signs in to several organizations', () =>
      this.database.run(async () => {
        if (!(await this.people.replacePassword(email, stored, hash, this.clock.now())))
          throw wrongPassword();
        await this.changes.endSignInsAndLinks(
          email,
          { ip, organizationId },
          { action: 'member.password_changed', except: signInId },
        );
      }),
    );
  }
}
