import { Injectable } from '@nestjs/common';
import { AppError, invalidField, newId, notFound, type MemberPrincipal } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { browserName } from '../browsers/browser-name.js';
import { PasskeyChallenges } from '../passkeys/passkey-challenges.js';
import { PASSKEYS_PER_PERSON } from '../passkeys/passkey.model.js';
import { PasskeyRepository, type Passkey } from '../passkeys/passkey.repository.js';
import { WebAuthn } from '../passkeys/web-authn.js';
import { PersonRepository } from '../passwords/person.repository.js';
import { SecondFactorChanges } from '../second-factor-changes/second-factor-changes.js';
import { SecondFactors } from '../second-factors/second-factors.js';
import {
  toOwnPasskey,
  type AddPasskeyDto,
  type BegunPasskeyDto,
  type OwnPasskeyDto,
  type OwnPasskeyListDto,
  type ProvePasskeyChangeDto,
} from './own-passkey.dto.js';
import { OwnPasswordProof, wrongPassword } from './own-password-proof.js';

const WHY = 'a person signs in to several organizations';

function wrongAnswer(): Error {
  const detail = 'The answer of the device is not right, or took too long. Begin again.';
  return invalidField('attestation', 'not_allowed', detail);
}

/** The passkeys of the person who asks. */
@Injectable()
export class OwnPasskeyService {
  constructor(
    private readonly database: Database,
    private readonly people: PersonRepository,
    private readonly factors: SecondFactors,
    private readonly passkeys: PasskeyRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly webAuthn: WebAuthn,
    private readonly proof: OwnPasswordProof,
    private readonly changes: SecondFactorChanges,
    private readonly clock: Clock,
  ) {}

  async list({ email }: MemberPrincipal): Promise<OwnPasskeyListDto> {
    return { data: (await this.passkeys.listOf(email)).map(toOwnPasskey) };
  }

  /**
   * Makes a challenge for who knows the password, and has a code where one is asked for.
   * @throws AppError `conflict` when the person has as many passkeys as allowed
   */
  begin(member: MemberPrincipal, ip: string, proof: ProvePasskeyChangeDto): Promise<BegunPasskeyDto> {
    const { email, signInId } = member;
    return this.proven(member, ip, proof, async () => {
      const known = await this.passkeys.listOf(email);
      if (known.length >= PASSKEYS_PER_PERSON)
        throw new AppError('conflict', `You have ${PASSKEYS_PER_PERSON} passkeys already. Remove one first.`);
      return {
        challenge: await this.challenges.forAdding(signInId),
        rpId: this.webAuthn.rpId,
        userHandle: this.webAuthn.userHandleOf(email),
        knownCredentialIds: known.map(({ credentialId }) => credentialId),
      };
    });
  }

  /** @throws AppError `invalid_input`, or `conflict` when this credential is stored already, for anybody */
  async add(
    { email, organizationId, signInId }: MemberPrincipal,
    { ip, userAgent }: { ip: string; userAgent: string | undefined },
    { name = browserName(userAgent) ?? 'Passkey', ...answer }: AddPasskeyDto,
  ): Promise<OwnPasskeyDto> {
    const challenge = await this.webAuthn.challengeIn(answer.clientData);
    const added = await this.changing(async () => {
      // First, so that nothing is added beside another password: that ends the sign-in, and the challenge with it.
      await this.people.lock(email, 'UPDATE');
      if (!(await this.challenges.takeForAdding(challenge, signInId))) return undefined;
      const credential = await this.webAuthn.verifyNew(answer, challenge);
      // Returned, not thrown: the challenge is used up.
      if (!credential) return undefined;
      const passkey: Passkey = {
        ...credential,
        id: newId('passkey'),
        email,
        name,
        createdAt: this.clock.now(),
        lastUsedAt: null,
      };
      if (!(await this.passkeys.insert(passkey)))
        throw new AppError('conflict', 'This passkey is in use already.');
      await this.changes.follow(
        email,
        'member.passkey_added',
        { ip, organizationId, signInId },
        { passkeyId: passkey.id },
      );
      return passkey;
    });
    if (!added) throw wrongAnswer();
    return toOwnPasskey(added);
  }

  /** @throws AppError `not_found`, also for another person's passkey */
  remove(
    member: MemberPrincipal,
    ip: string,
    { id, ...proof }: ProvePasskeyChangeDto & { id: string },
  ): Promise<void> {
    const { email, organizationId, signInId } = member;
    return this.proven(member, ip, proof, async () => {
      if (!(await this.passkeys.delete(email, id))) throw notFound('passkey');
      await this.changes.follow(
        email,
        'member.passkey_removed',
        { ip, organizationId, signInId },
        { passkeyId: id },
      );
    });
  }

  /** Runs `work` in a transaction, in which the person is locked. */
  private proven<T>(
    member: MemberPrincipal,
    ip: string,
    { currentPassword, code = '' }: ProvePasskeyChangeDto,
    work: () => Promise<T>,
  ): Promise<T> {
    const { email } = member;
    return this.proof.withPassword(member, ip, currentPassword, (stored) =>
      this.changing(async () => {
        const person = await this.people.lock(email, 'UPDATE');
        if (person?.passwordHash !== stored) throw wrongPassword();
        if (person.secondFactorAt !== null) await this.factors.use(email, code);
        return work();
      }),
    );
  }

  private changing<T>(work: () => Promise<T>): Promise<T> {
    return this.database.forEveryOrganization(WHY, () => this.database.run(work));
  }
}
