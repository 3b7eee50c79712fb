import { Injectable } from '@nestjs/common';
import { invalidField, type MemberPrincipal } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { PasswordChanges } from '../password-links/password-changes.js';
import { PasswordHasher } from '../passwords/password.hasher.js';
import { acceptable } from '../passwords/password.model.js';
import { PersonRepository } from '../passwords/person.repository.js';
import { SignInFailureRepository } from '../sign-in/sign-in-failure.repository.js';
import { failureSubjects } from '../sign-in/sign-in.model.js';
import type { ChangePasswordDto } from './own-account.dto.js';

function wrongPassword(): Error {
  return invalidField('currentPassword', 'not_allowed', 'This is not your password.');
}

/** Changes the password of the person who asks. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly database: Database,
    private readonly people: PersonRepository,
    private readonly failures: SignInFailureRepository,
    private readonly passwords: PasswordHasher,
    private readonly changes: PasswordChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the password and ends the person's other sign-ins and password links. Wrong current passwords are counted per
   * sign-in: an open browser allows no more guesses than the sign-in page, and failures elsewhere do not lock this one.
   * @throws AppError `invalid_input`, or `rate_limited` after too many wrong passwords.
   */
  async change({ email, signInId }: MemberPrincipal, ip: string, body: ChangePasswordDto): Promise<void> {
    this.passwords.requireCapacity();
    const wanted = acceptable(body.password, email);
    const attempt = await this.failures.begin(failureSubjects(email, ip, signInId), this.clock.now());
    const takeBack = async (error: unknown): Promise<never> => {
      await this.failures.takeBack(attempt);
      throw error;
    };
    const stored = await this.people.passwordOf(email);
    const right = await this.passwords.matches(body.currentPassword, stored).catch(takeBack);
    if (!right || stored === undefined) throw wrongPassword();
    await this.failures.takeBack(attempt);
    const hash = await this.passwords.hash(wanted);
    await this.database.forEveryOrganization('a person signs in to several organizations', () =>
      this.database.run(async () => {
        if (!(await this.people.replacePassword(email, stored, hash, this.clock.now())))
          throw wrongPassword();
        await this.changes.endSignInsAndLinks(email, ip, {
          action: 'member.password_changed',
          except: signInId,
        });
      }),
    );
  }
}
