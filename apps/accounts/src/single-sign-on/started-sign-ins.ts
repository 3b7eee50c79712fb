import { Injectable } from '@nestjs/common';
import { STARTED_SIGN_IN_MAX_AGE_SEC } from '@capture/contracts';
import { Clock, keyedHash, newToken } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import type { Begun } from '../identity-providers/provider-client.js';
import { SingleSignOnRefused } from './single-sign-on.model.js';
import { StartedSignInRepository, type StartedSignIn } from './started-sign-in.repository.js';

/**
 * Ties what a provider answers to the browser and the sign-in that it was asked for. Nothing that could be replayed is
 * stored: nonce and PKCE verifier follow from `state` and the browser's cookie, which are stored as hashes.
 */
@Injectable()
export class StartedSignIns {
  constructor(
    private readonly started: StartedSignInRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** What a new sign-in is begun with. @returns the browser's cookie as well */
  begin(): Begun & { browser: string } {
    const [state, browser] = [newToken(), newToken()];
    return { ...this.begun(state, browser), browser };
  }

  /** Stores it once its browser can be sent to the provider. */
  async keep(
    { state, browser }: { state: string; browser: string },
    { organizationId, failureIds }: Pick<StartedSignIn, 'organizationId' | 'failureIds'>,
  ): Promise<void> {
    const expiresAt = new Date(this.clock.now().getTime() + STARTED_SIGN_IN_MAX_AGE_SEC * 1000);
    const { id, browserTag } = this.tags(state, browser);
    await this.started.insert({ id, organizationId, browserTag, failureIds, expiresAt });
  }

  /**
   * Uses it up: an answer counts once, in the browser that began, for ten minutes.
   * @throws SingleSignOnRefused
   */
  async take(state: string, browser: string): Promise<StartedSignIn & Begun> {
    const { id, browserTag } = this.tags(state, browser);
    const found = await this.started.take(id, browserTag, this.clock.now());
    if (!found) throw new SingleSignOnRefused('not_begun');
    return { ...found, ...this.begun(state, browser) };
  }

  private begun(state: string, browser: string): Begun {
    const derived = (what: string): string =>
      keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `${what} ${state} ${browser}`, 'base64url');
    return { state, nonce: derived('nonce'), verifier: derived('verifier') };
  }

  private tags(state: string, browser: string): { id: string; browserTag: string } {
    const hash = (text: string): string => keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, text);
    return { id: hash(`state ${state}`), browserTag: hash(`browser ${browser}`) };
  }
}
