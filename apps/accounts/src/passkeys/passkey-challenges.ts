import { Injectable } from '@nestjs/common';
import { Clock, keyedHash, newToken } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { PasskeyChallengeRepository, type PasskeyChallenge } from './passkey-challenge.repository.js';
import { PASSKEY_CHALLENGE_MINUTES } from './passkey.model.js';

/** What devices are asked to sign: random, stored as hashes, each good once and in the browser that asked for it. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly challenges: PasskeyChallengeRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** @returns the challenge in base64url, and what the browser has to keep */
  async forSignIn(failureIds: readonly bigint[]): Promise<{ challenge: string; browser: string }> {
    const browser = newToken();
    const challenge = await this.keep({
      browserTag: this.browserTag(browser),
      signInId: null,
      failureIds: [...failureIds],
    });
    return { challenge, browser };
  }

  /** Ends with the sign-in. @returns the challenge in base64url */
  forAdding(signInId: string): Promise<string> {
    return this.keep({ browserTag: null, signInId, failureIds: [] });
  }

  /** Undefined when it was used, has run out or was made for something else. */
  takeForSignIn(challenge: string, browser: string): Promise<PasskeyChallenge | undefined> {
    const madeFor = { browserTag: this.browserTag(browser) };
    return this.challenges.take(this.idOf(challenge), madeFor, this.clock.now());
  }

  async takeForAdding(challenge: string, signInId: string): Promise<boolean> {
    const taken = await this.challenges.take(this.idOf(challenge), { signInId }, this.clock.now());
    return taken !== undefined;
  }

  private async keep(of: Omit<PasskeyChallenge, 'id' | 'expiresAt'>): Promise<string> {
    const challenge = newToken();
    const expiresAt = new Date(this.clock.now().getTime() + PASSKEY_CHALLENGE_MINUTES * 60_000);
    await this.challenges.insert({ ...of, id: this.idOf(challenge), expiresAt });
    return challenge;
  }

  private idOf(challenge: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `passkey challenge ${challenge}`);
  }

  private browserTag(browser: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `passkey browser ${browser}`);
  }
}
