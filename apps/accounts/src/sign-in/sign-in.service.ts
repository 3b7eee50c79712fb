import { Injectable } from '@nestjs/common';
import { AppError, requireAddressForm, sha256Hex } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, newToken } from '@capture/platform';
import { browserName } from '../browsers/browser-name.js';
import { KnownDevices } from '../browsers/known-devices.js';
import { AccountsConfig } from '../config.js';
import { PasswordHasher, type Caller } from '../passwords/password.hasher.js';
import { PersonRepository, type Credentials } from '../passwords/person.repository.js';
import { Challenges } from '../second-factors/challenges.js';
import { SecondFactors } from '../second-factors/second-factors.js';
import { WantedOrganization } from '../wanted-organization/wanted-organization.js';
import { SignInEndings } from './sign-in-endings.js';
import { SignInFailureRepository, type Attempt } from './sign-in-failure.repository.js';
import { signInIdOf } from './sign-in-id.js';
import {
  toMe,
  type MeDto,
  type SecondFactorDto,
  type SecondFactorRequiredDto,
  type SignInDto,
} from './sign-in.dto.js';
import {
  chooseMembership,
  codeFailureSubjects,
  failureSubjects,
  newSignIn,
  type Membership,
  type SignIn,
} from './sign-in.model.js';
import { SignInRepository } from './sign-in.repository.js';

/** One text for an unknown address, a wrong password and a person without organization: the answer reveals no account. */
function wrongCredentials(): AppError {
  return new AppError('unauthorized', 'The e-mail address or the password is not right.');
}

/** Where a sign-in comes from. */
export interface SignInCaller {
  address: string;
  /** What an earlier sign-in left in the browser. */
  device: string | undefined;
  userAgent: string | undefined;
}

export interface SignedIn {
  token: string;
  /** To keep in the browser; undefined for who did not give the person's password: it would not count failures of others. */
  device: string | undefined;
  answer: MeDto;
}

/** Who signs in for themselves, and what with from now on. */
interface Entering {
  membership: Membership;
  memberships: readonly Membership[];
  credentials: Credentials;
}

/** What a sign-in stands on: a password with the second factor that was asked for, the word of a provider, or a passkey. */
type Basis = Credentials | { issuer: string } | 'passkey';

/** Signs people in to the console. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly people: PersonRepository,
    private readonly signIns: SignInRepository,
    private readonly endings: SignInEndings,
    private readonly failures: SignInFailureRepository,
    private readonly devices: KnownDevices,
    private readonly passwords: PasswordHasher,
    private readonly factors: SecondFactors,
    private readonly challenges: Challenges,
    private readonly wanted: WantedOrganization,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Who has a second factor is not signed in yet. Their try counts as a failure until they give a code, so that the right
   * password makes no more challenges than a wrong one has tries.
   * @param caller by whose network failures are counted, or by the browser where it is known
   */
  async signIn(caller: SignInCaller, body: SignInDto): Promise<SignedIn | SecondFactorRequiredDto> {
    const email = requireAddressForm(body.email);
    // In a rush strangers cost no question.
    if (caller.device === undefined) this.passwords.requireCapacity('stranger');
    const stored = await this.people.credentialsOf(email);
    const known = this.devices.idOf(caller.device, email, stored);
    const from = known === undefined ? 'stranger' : 'known';
    this.passwords.requireCapacity(from);
    const subjects = failureSubjects(email, caller.address, known);
    const attempt = await this.failures.begin(subjects, this.clock.now());
    const credentials = await this.verifyPassword(attempt, { stored, password: body.password, from });
    const memberships = await this.memberships(email);
    if (memberships.length === 0) throw wrongCredentials();
    const isAsked = credentials.secondFactorAt !== null;
    if (!isAsked) await this.failures.takeBack(attempt);
    const membership = chooseMembership(memberships, await this.wanted.of(body));
    return this.database.forOrganization(membership.organizationId, async () => {
      if (isAsked)
        return this.ask(membership, {
          failureIds: [...attempt],
          issuer: null,
          passwordHash: credentials.passwordHash,
        });
      const token = await this.insert(caller, membership, credentials);
      if (token === undefined) throw wrongCredentials();
      return this.signedIn(token, caller, { membership, memberships, credentials });
    });
  }

  /**
   * Signs in a member whom the provider of their organization vouches for, to that organization alone. Runs for it.
   * @param asksCode whether the person's own second factor is asked for
   * @throws AppError `unauthorized` when they have left, or the provider is another by now
   */
  enter(
    caller: SignInCaller,
    membership: Membership,
    { issuer, asksCode }: { issuer: string; asksCode: boolean },
  ): Promise<SignedIn | SecondFactorRequiredDto> {
    return this.database.run(async () => {
      const person = await this.people.lock(membership.email, 'SHARE');
      if (asksCode && person?.secondFactorAt) return this.ask(membership, { failureIds: [], issuer });
      const token = await this.insert(caller, membership, { issuer });
      if (token === undefined) throw wrongCredentials();
      return this.vouched(token, membership);
    });
  }

  /**
   * Signs in a person who was proven by a passkey, in the transaction that has locked both. No code is asked for.
   * @throws AppError `unauthorized` when they have left
   */
  async enterProven(caller: SignInCaller, person: Entering): Promise<SignedIn> {
    const token = await this.insert(caller, person.membership, 'passkey');
    if (token === undefined) throw wrongCredentials();
    return this.signedIn(token, caller, person);
  }

  /**
   * Signs in by the code that a challenge asked for.
   * @throws AppError `unauthorized` when the challenge has ended, `invalid_input` when the code is wrong: the challenge stays
   * good then; `rate_limited` after too many.
   */
  finish(caller: SignInCaller, { challenge, code }: SecondFactorDto): Promise<SignedIn> {
    return this.database.forEveryOrganization('a challenge says no organization', async () => {
      const found = await this.challenges.find(challenge);
      const { email, organizationId, issuer } = found;
      const known = this.devices.idOf(caller.device, email, await this.people.credentialsOf(email));
      const vouchedFor = issuer === null ? undefined : organizationId;
      const subjects = codeFailureSubjects(email, caller.address, known, vouchedFor);
      const attempt = await this.failures.begin(subjects, this.clock.now());
      const memberships = await this.signIns.memberships(email);
      const membership = memberships.find((each) => each.organizationId === organizationId);
      const { token, credentials } = await this.database.run(async () => {
        const current = await this.people.lock(email, 'SHARE');
        await this.challenges.use(found, current?.passwordHash);
        await this.factors.use(email, code);
        if (!membership || !current) return {};
        const basis = issuer === null ? current : { issuer };
        return { token: await this.insert(caller, membership, basis), credentials: current };
      });
      if (!membership || token === undefined || !credentials) throw wrongCredentials();
      await this.failures.takeBack([...attempt, ...found.failureIds]);
      if (issuer !== null) return this.vouched(token, membership);
      return this.signedIn(token, caller, { membership, memberships, credentials });
    });
  }

  /** @throws AppError `unauthorized` when the person's second factor was removed meanwhile. */
  private ask(
    { email, organizationId }: Membership,
    waiting: { failureIds: bigint[]; issuer: string | null; passwordHash?: string },
  ): Promise<SecondFactorRequiredDto> {
    return this.database.run(async () => {
      // Keeps the second factor, to which the challenge belongs, until it is stored.
      const person = await this.people.lock(email, 'SHARE');
      if (!person?.secondFactorAt) throw wrongCredentials();
      const { passwordHash } = person;
      const challenged = { email, organizationId, passwordHash, ...waiting };
      const { challenge, expiresAt } = await this.challenges.create(challenged);
      return { status: 'second_factor_required', challenge, expiresAt: expiresAt.toISOString() };
    });
  }

  /** The token of a new sign-in; undefined when the person has left or changed what they sign in with. */
  private async insert(
    { userAgent }: SignInCaller,
    membership: Membership,
    basis: Basis,
  ): Promise<string | undefined> {
    const token = newToken();
    const issuer = basis !== 'passkey' && 'issuer' in basis ? basis.issuer : null;
    const from = { browser: browserName(userAgent), issuer };
    const signIn = newSignIn(signInIdOf(this.config, sha256Hex(token)), membership, from, this.clock.now());
    return this.database.run(async () => {
      if (!(await this.store(signIn, basis))) return undefined;
      await this.endings.endBeyond(membership.memberId);
      return token;
    });
  }

  private store(signIn: SignIn, basis: Basis): Promise<boolean> {
    if (basis === 'passkey') return this.signIns.insertProven(signIn);
    if ('issuer' in basis) return this.signIns.insertVouched({ ...signIn, issuer: basis.issuer });
    return this.signIns.insert(signIn, basis);
  }

  /** What a provider vouches for says nothing of the person's other organizations. */
  private vouched(token: string, membership: Membership): SignedIn {
    return { token, device: undefined, answer: toMe(membership, [membership]) };
  }

  private signedIn(
    token: string,
    { device }: SignInCaller,
    { membership, memberships, credentials }: Entering,
  ): SignedIn {
    const { email } = membership;
    const isKnown = this.devices.idOf(device, email, credentials) !== undefined;
    return {
      token,
      device: isKnown ? device : this.devices.issue(email, credentials),
      answer: toMe(membership, memberships),
    };
  }

  /** What `password` is right for. An attempt that could not be checked does not count as a failure. */
  private async verifyPassword(
    attempt: Attempt,
    { stored, password, from }: { stored: Credentials | undefined; password: string; from: Caller },
  ): Promise<Credentials> {
    const check = this.passwords.matches(password, stored?.passwordHash, from);
    const right = await check.catch(async (error: unknown) => {
      await this.failures.takeBack(attempt);
      throw error;
    });
    if (!right || stored === undefined) throw wrongCredentials();
    return stored;
  }

  private memberships(email: string): Promise<Membership[]> {
    return this.database.forEveryOrganization('a person may be a member of several', () =>
      this.signIns.memberships(email),
    );
  }
}
