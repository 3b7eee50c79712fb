import { Injectable } from '@nestjs/common';
import { AppError, invalidField, type MemberPrincipal } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { PasswordHasher } from '../passwords/password.hasher.js';
import { PersonRepository } from '../passwords/person.repository.js';
import { SignInFailureRepository } from '../sign-in/sign-in-failure.repository.js';
import { failureSubjects } from '../sign-in/sign-in.model.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';

export function wrongPassword(): Error {
  return invalidField('currentPassword', 'not_allowed', 'This is not your password.');
}

function passwordSignInRequired(): AppError {
  return new AppError(
    'password_sign_in_required',
    'You came by single sign-on. Sign in with your password to change it or your second factor.',
  );
}

/** Asks for the password of a person who is signed in, before they change what they sign in with. */
@Injectable()
export class OwnPasswordProof {
  constructor(
    private readonly people: PersonRepository,
    private readonly failures: SignInFailureRepository,
    private readonly signIns: SignInRepository,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` for who knows the current password. A try counts as a failure until `work` has succeeded, so that `work` may
   * ask for a code as well. Failures are counted per sign-in: an open browser allows no more guesses than the sign-in page,
   * and failures elsewhere do not lock this one.
   * @param work gets what is stored of the password
   * @throws AppError `invalid_input`, or `rate_limited` after too many failures.
   */
  async withPassword<T>(
    member: MemberPrincipal,
    ip: string,
    password: string,
    work: (stored: string) => Promise<T>,
  ): Promise<T> {
    this.passwords.requireCapacity();
    return this.counted(member, ip, async (takeBack) => {
      const stored = await this.people.passwordOf(member.email);
      const right = await this.passwords.matches(password, stored).catch(async (error: unknown) => {
        await takeBack();
        throw error;
      });
      if (!right || stored === undefined) throw wrongPassword();
      return work(stored);
    });
  }

  /**
   * Counts `work` as a failure until it has succeeded. A sign-in that a provider vouched for changes nothing that the person's
   * other organizations trust, and tries no passwords: a provider can begin as many as it likes.
   * @throws AppError `rate_limited` after too many, `password_sign_in_required`
   */
  async counted<T>(
    { email, signInId }: MemberPrincipal,
    ip: string,
    work: (takeBack: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    if (await this.signIns.isVouched(signInId)) throw passwordSignInRequired();
    const attempt = await this.failures.begin(failureSubjects(email, ip, signInId), this.clock.now());
    const takeBack = (): Promise<void> => this.failures.takeBack(attempt);
    const result = await work(takeBack);
    await takeBack();
    return result;
  }
}
