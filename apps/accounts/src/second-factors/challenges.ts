import { Injectable } from '@nestjs/common';
import { AppError, sha256Hex } from '@capture/contracts';
import { Clock, keyedHash, newToken } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { ChallengeRepository, type SignInChallenge } from './challenge.repository.js';
import { CHALLENGE_MINUTES } from './second-factor.model.js';

/**
 * What a challenge is for: the person, the organization to sign in to, the failures that count until there is a code, and the
 * provider that vouched in place of the password.
 */
export type Challenged = Pick<SignInChallenge, 'email' | 'organizationId' | 'failureIds' | 'issuer'> & {
  passwordHash: string;
};

function challengeEnded(): AppError {
  return new AppError('unauthorized', 'This sign-in took too long or has ended. Begin again.');
}

/** Sign-ins that wait for a code. What is sent is random and stored as a hash. */
@Injectable()
export class Challenges {
  constructor(
    private readonly challenges: ChallengeRepository,
    private readonly clock: Clock,
    private readonly config: AccountsConfig,
  ) {}

  async create({ passwordHash, ...rest }: Challenged): Promise<{ challenge: string; expiresAt: Date }> {
    const challenge = newToken();
    const expiresAt = new Date(this.clock.now().getTime() + CHALLENGE_MINUTES * 60_000);
    const passwordTag = this.tagOf(passwordHash);
    await this.challenges.insert({ ...rest, id: this.idOf(challenge), passwordTag, expiresAt });
    return { challenge, expiresAt };
  }

  /** @throws AppError `unauthorized` when it was used or has run out. */
  async find(challenge: string): Promise<SignInChallenge> {
    const found = await this.challenges.find(this.idOf(challenge), this.clock.now());
    if (!found) throw challengeEnded();
    return found;
  }

  /**
   * Uses it up, in the transaction of the sign-in.
   * @throws AppError `unauthorized` when another call has, or when the password is another by now.
   */
  async use({ id, passwordTag }: SignInChallenge, passwordHash: string | undefined): Promise<void> {
    const isSame = passwordHash !== undefined && this.tagOf(passwordHash) === passwordTag;
    if (!isSame || !(await this.challenges.use(id))) throw challengeEnded();
  }

  private idOf(challenge: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `challenge ${sha256Hex(challenge)}`);
  }

  private tagOf(passwordHash: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `password ${passwordHash}`);
  }
}
