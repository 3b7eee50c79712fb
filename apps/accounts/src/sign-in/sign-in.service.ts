import { Injectable } from '@nestjs/common';
import {
  AppError,
  requireAddressForm,
  sha256Hex,
  type MemberPrincipal,
  type ResolvedSignIn,
  type ResolveSignIn,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, keyedHash, newToken } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { PasswordHasher } from '../passwords/password.hasher.js';
import { PersonRepository, type Credentials } from '../passwords/person.repository.js';
import { planOf, upgradesFrom, type Plan } from '../plans/plan.model.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { Challenges } from '../second-factors/challenges.js';
import { SecondFactors } from '../second-factors/second-factors.js';
import { browserName } from './browser-name.js';
import { KnownDevices } from './known-device.js';
import { SignInEndings } from './sign-in-endings.js';
import { SignInFailureRepository, type Attempt } from './sign-in-failure.repository.js';
import {
  toMe,
  type MeDto,
  type SecondFactorDto,
  type SecondFactorRequiredDto,
  type SignInDto,
} from './sign-in.dto.js';
import { codeFailureSubjects, failureSubjects, isLive, isStale, newSignIn } from './sign-in.model.js';
import { SignInRepository, type Membership, type SignInRow } from './sign-in.repository.js';

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
  device: string;
  answer: MeDto;
}

/** Signs people in to the console, and resolves the tokens of sign-ins. */
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
    private readonly plans: PlanRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Who has a second factor is not signed in yet. Their try counts as a failure until they give a code, so that the right
   * password makes no more challenges than a wrong one has tries.
   * @param caller by whose network failures are counted, or by the browser where it is known
   */
  async signIn(caller: SignInCaller, body: SignInDto): Promise<SignedIn | SecondFactorRequiredDto> {
    this.passwords.requireCapacity();
    const email = requireAddressForm(body.email);
    const known = this.devices.idOf(caller.device, email);
    const subjects = failureSubjects(email, caller.address, known);
    const attempt = await this.failures.begin(subjects, this.clock.now());
    const credentials = await this.verifyPassword(attempt, email, body.password);
    const memberships = await this.memberships(email);
    if (memberships.length === 0) throw wrongCredentials();
    const isAsked = credentials.secondFactorAt !== null;
    if (!isAsked) await this.failures.takeBack(attempt);
    const membership = chooseMembership(memberships, body.organizationId);
    return this.database.forOrganization(membership.organizationId, async () => {
      if (isAsked) return this.ask(membership, credentials, attempt);
      const token = await this.insert(caller, membership, credentials);
      if (token === undefined) throw wrongCredentials();
      return this.signedIn(token, caller, membership, memberships);
    });
  }

  /**
   * Signs in by the code that a challenge asked for.
   * @throws AppError `unauthorized` when the challenge has ended, `invalid_input` when the code is wrong: the challenge stays
   * good then; `rate_limited` after too many.
   */
  finish(caller: SignInCaller, { challenge, code }: SecondFactorDto): Promise<SignedIn> {
    return this.database.forEveryOrganization('a challenge says no organization', async () => {
      const found = await this.challenges.find(challenge);
      const { email, organizationId } = found;
      const subjects = codeFailureSubjects(email, caller.address, this.devices.idOf(caller.device, email));
      const attempt = await this.failures.begin(subjects, this.clock.now());
      const memberships = await this.signIns.memberships(email);
      const membership = memberships.find((each) => each.organizationId === organizationId);
      const token = await this.database.run(async () => {
        const credentials = await this.people.lock(email, 'SHARE');
        await this.challenges.use(found, credentials?.passwordHash);
        await this.factors.use(email, code);
        return membership && credentials && (await this.insert(caller, membership, credentials));
      });
      if (!membership || token === undefined) throw wrongCredentials();
      await this.failures.takeBack([...attempt, ...found.failureIds]);
      return this.signedIn(token, caller, membership, memberships);
    });
  }

  async signOut({ signInId }: MemberPrincipal): Promise<void> {
    await this.endings.end(signInId);
  }

  async me({ email, memberId }: MemberPrincipal): Promise<MeDto> {
    const memberships = await this.memberships(email);
    const membership = memberships.find((each) => each.memberId === memberId);
    if (!membership) throw new AppError('unauthorized', 'You are no member of this organization any more.');
    return toMe(membership, memberships);
  }

  /** Null for a token that signs nobody in; the caller must not learn whether it never did or no longer does. */
  resolve({ tokenSha256: sha256 }: ResolveSignIn): Promise<ResolvedSignIn | null> {
    return this.database.forEveryOrganization('a cookie says no organization', async () => {
      const [row, plans] = await Promise.all([this.signIns.find(this.idOf(sha256)), this.plans.all()]);
      const now = this.clock.now();
      if (!row || !isLive(row, now)) return null;
      if (isStale(row, now)) await this.signIns.touch(row.id, now);
      const plan = planOf(plans, row.plan);
      return { ...toPrincipal(row, plan), upgrades: upgradesFrom(plan, plans) };
    });
  }

  /** @throws AppError `unauthorized` when the person's second factor was removed meanwhile. */
  private ask(
    { email, organizationId }: Membership,
    { passwordHash }: Credentials,
    attempt: Attempt,
  ): Promise<SecondFactorRequiredDto> {
    const challenged = { email, organizationId, passwordHash, failureIds: [...attempt] };
    return this.database.run(async () => {
      // Keeps the second factor, to which the challenge belongs, until it is stored.
      const person = await this.people.lock(email, 'SHARE');
      if (!person?.secondFactorAt) throw wrongCredentials();
      const { challenge, expiresAt } = await this.challenges.create(challenged);
      return { status: 'second_factor_required', challenge, expiresAt: expiresAt.toISOString() };
    });
  }

  /** The token of a new sign-in; undefined when the person has left or changed what they sign in with. */
  private async insert(
    { userAgent }: SignInCaller,
    membership: Membership,
    credentials: Credentials,
  ): Promise<string | undefined> {
    const token = newToken();
    const id = this.idOf(sha256Hex(token));
    const signIn = newSignIn(id, membership, browserName(userAgent), this.clock.now());
    return (await this.signIns.insert(signIn, credentials)) ? token : undefined;
  }

  private signedIn(
    token: string,
    { device }: SignInCaller,
    membership: Membership,
    memberships: readonly Membership[],
  ): SignedIn {
    const { email } = membership;
    const isKnown = device !== undefined && this.devices.idOf(device, email) !== undefined;
    return {
      token,
      device: isKnown ? device : this.devices.issue(email),
      answer: toMe(membership, memberships),
    };
  }

  /** What `password` is right for. An attempt that could not be checked does not count as a failure. */
  private async verifyPassword(attempt: Attempt, email: string, password: string): Promise<Credentials> {
    const credentials = await this.people.credentialsOf(email);
    const check = this.passwords.matches(password, credentials?.passwordHash);
    const right = await check.catch(async (error: unknown) => {
      await this.failures.takeBack(attempt);
      throw error;
    });
    if (!right || credentials === undefined) throw wrongCredentials();
    return credentials;
  }

  private memberships(email: string): Promise<Membership[]> {
    return this.database.forEveryOrganization('a person may be a member of several', () =>
      this.signIns.memberships(email),
    );
  }

  private idOf(sha256: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, sha256);
  }
}

function toPrincipal(row: SignInRow, plan: Plan): MemberPrincipal {
  const { id, organizationId, memberId, email, role, paused } = row;
  return {
    kind: 'member',
    organizationId,
    memberId,
    email,
    role,
    plan: plan.name,
    features: plan.features,
    limits: plan.limits,
    organizationPaused: paused,
    signInId: id,
  };
}

function chooseMembership(
  memberships: readonly Membership[],
  organizationId: string | undefined,
): Membership {
  const wanted = organizationId ?? memberships[0]?.organizationId;
  const membership = memberships.find((each) => each.organizationId === wanted);
  if (membership) return membership;
  throw new AppError('not_found', 'You are a member of no organization with this id.');
}
