import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { KnownDevices } from '../browsers/known-devices.js';
import { PasskeyChallenges } from '../passkeys/passkey-challenges.js';
import { goesBack } from '../passkeys/passkey.model.js';
import { PasskeyRepository, type Passkey } from '../passkeys/passkey.repository.js';
import { WebAuthn } from '../passkeys/web-authn.js';
import { PersonRepository } from '../passwords/person.repository.js';
import { SecondFactorChanges } from '../second-factor-changes/second-factor-changes.js';
import { SignInFailureRepository } from '../sign-in/sign-in-failure.repository.js';
import {
  begunSubject,
  chooseMembership,
  failureSubjects,
  networkFailureSubjects,
} from '../sign-in/sign-in.model.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { SignInService, type SignedIn, type SignInCaller } from '../sign-in/sign-in.service.js';
import { WantedOrganization } from '../wanted-organization/wanted-organization.js';
import type { PasskeyRequestDto, PasskeySignInDto } from './passkey-sign-in.dto.js';

/** One text for every reason, so that the answer reveals no passkey. */
function refused(): AppError {
  const detail = 'This passkey does not sign you in: it was removed, or it took too long. Try again.';
  return new AppError('unauthorized', detail);
}

/** Signs people in by a passkey, which stands for password and second factor (ADR 48). */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly database: Database,
    private readonly passkeys: PasskeyRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly webAuthn: WebAuthn,
    private readonly people: PersonRepository,
    private readonly signIns: SignInService,
    private readonly memberships: SignInRepository,
    private readonly failures: SignInFailureRepository,
    private readonly devices: KnownDevices,
    private readonly wanted: WantedOrganization,
    private readonly changes: SecondFactorChanges,
    private readonly clock: Clock,
  ) {}

  /** @returns what to sign, and what to keep in the browser until it is signed. @throws AppError `rate_limited` */
  async begin(address: string): Promise<PasskeyRequestDto & { browser: string }> {
    // Counted until it succeeds: each stores a row.
    const attempt = await this.failures.begin([begunSubject('passkey', address)], this.clock.now());
    const { challenge, browser } = await this.challenges.forSignIn(attempt);
    return { challenge, rpId: this.webAuthn.rpId, browser };
  }

  /**
   * @param browser what `begin` left in the browser
   * @throws AppError `unauthorized`, `rate_limited`, `not_found`, or `single_sign_on_required` as with a password
   */
  finish(caller: SignInCaller, browser: string, body: PasskeySignInDto): Promise<SignedIn> {
    return this.database.forEveryOrganization('a passkey says no organization', async () => {
      const challenge = await this.webAuthn.challengeIn(body.clientData);
      const begun = await this.challenges.takeForSignIn(challenge, browser);
      if (!begun) throw refused();
      const passkey = await this.passkeys.findByCredential(body.credentialId);
      const attempt = await this.failures.begin(await this.subjects(caller, passkey), this.clock.now());
      const counter = passkey && (await this.webAuthn.verifySigned(passkey, body, challenge));
      if (!passkey || counter === undefined) throw refused();
      const memberships = await this.memberships.memberships(passkey.email);
      if (goesBack(counter, passkey.counter))
        return this.refuseCopy(caller, passkey, body.organizationId ?? memberships[0]?.organizationId);
      if (memberships.length === 0) throw refused();
      await this.failures.takeBack([...attempt, ...begun.failureIds]);
      const membership = chooseMembership(memberships, await this.wanted.of(body));
      return this.database.run(async () => {
        // Removing a passkey locks in this order too, so a removal either ends this sign-in or prevents it.
        const credentials = await this.people.lock(passkey.email, 'SHARE');
        if (!(await this.passkeys.use(passkey.id, counter, this.clock.now())) || !credentials)
          throw refused();
        return this.signIns.enterProven(caller, { membership, memberships, credentials });
      });
    });
  }

  private async subjects({ address, device }: SignInCaller, passkey: Passkey | undefined) {
    if (!passkey) return networkFailureSubjects(address);
    const { email } = passkey;
    const credentials = await this.people.credentialsOf(email);
    return failureSubjects(email, address, this.devices.idOf(device, email, credentials));
  }

  /** @param organizationId which the call was for; without one the person's first */
  private async refuseCopy(
    { address: ip }: SignInCaller,
    { id, email }: Passkey,
    organizationId: string | undefined,
  ): Promise<never> {
    await this.changes.recordCopy(email, { ip, organizationId }, { passkeyId: id });
    throw refused();
  }
}
