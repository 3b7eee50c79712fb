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
import { PersonRepository } from '../passwords/person.repository.js';
import { planOf, upgradesFrom, type Plan } from '../plans/plan.model.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { browserName } from './browser-name.js';
import { KnownDevices } from './known-device.js';
import { SignInEndings } from './sign-in-endings.js';
import { SignInFailureRepository, type Attempt } from './sign-in-failure.repository.js';
import { toMe, type MeDto, type SignInDto } from './sign-in.dto.js';
import { failureSubjects, isLive, isStale, newSignIn } from './sign-in.model.js';
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
    private readonly plans: PlanRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** @param caller by whose network failures are counted, or by the browser where it is known */
  async signIn(
    { address, device, userAgent }: SignInCaller,
    body: SignInDto,
  ): Promise<{ token: string; device: string; answer: MeDto }> {
    this.passwords.requireCapacity();
    const email = requireAddressForm(body.email);
    const known = this.devices.idOf(device, email);
    const attempt = await this.failures.begin(failureSubjects(email, address, known), this.clock.now());
    const passwordHash = await this.verifyPassword(attempt, email, body.password);
    const memberships = await this.memberships(email);
    if (memberships.length === 0) throw wrongCredentials();
    await this.failures.takeBack(attempt);
    const membership = chooseMembership(memberships, body.organizationId);
    const token = newToken();
    const signIn = newSignIn(
      this.idOf(sha256Hex(token)),
      membership,
      browserName(userAgent),
      this.clock.now(),
    );
    const inserted = await this.database.forOrganization(membership.organizationId, () =>
      this.signIns.insert(signIn, passwordHash),
    );
    if (!inserted) throw wrongCredentials();
    const kept = known === undefined ? this.devices.issue(email) : (device ?? '');
    return { token, device: kept, answer: toMe(membership, memberships) };
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

  /** The stored hash that `password` matches. An attempt that could not be checked does not count as a failure. */
  private async verifyPassword(attempt: Attempt, email: string, password: string): Promise<string> {
    const stored = await this.people.passwordOf(email);
    const right = await this.passwords.matches(password, stored).catch(async (error: unknown) => {
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
