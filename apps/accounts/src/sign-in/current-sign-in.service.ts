import { Injectable, Logger } from '@nestjs/common';
import { AppError, type MemberPrincipal, type ResolvedSignIn, type ResolveSignIn } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { planOf, upgradesFrom } from '../plans/plan.model.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { SignInEndings } from './sign-in-endings.js';
import { signInIdOf } from './sign-in-id.js';
import { toMe, type MeDto } from './sign-in.dto.js';
import { isLive, isStale, toPrincipal } from './sign-in.model.js';
import { SignInRepository } from './sign-in.repository.js';

/** The sign-in that a call comes with: who it is, and its end. */
@Injectable()
export class CurrentSignInService {
  private readonly logger = new Logger(CurrentSignInService.name);

  constructor(
    private readonly database: Database,
    private readonly signIns: SignInRepository,
    private readonly endings: SignInEndings,
    private readonly plans: PlanRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** Null for a token that signs nobody in; the caller must not learn whether it never did or no longer does. */
  resolve({ tokenSha256 }: ResolveSignIn): Promise<ResolvedSignIn | null> {
    return this.database.forEveryOrganization('a cookie says no organization', async () => {
      const id = signInIdOf(this.config, tokenSha256);
      const [row, plans] = await Promise.all([this.signIns.find(id), this.plans.all()]);
      const now = this.clock.now();
      if (!row || !isLive(row, now)) return null;
      if (isStale(row, now)) await this.noteSeen(row.id, now);
      const plan = planOf(plans, row.plan);
      return { ...toPrincipal(row, plan), upgrades: upgradesFrom(plan, plans) };
    });
  }

  async me({ email, memberId, signInId }: MemberPrincipal): Promise<MeDto> {
    const memberships = await this.database.forEveryOrganization('a person may be a member of several', () =>
      this.signIns.memberships(email),
    );
    const membership = memberships.find((each) => each.memberId === memberId);
    if (!membership) throw new AppError('unauthorized', 'You are no member of this organization any more.');
    return toMe(membership, (await this.signIns.isVouched(signInId)) ? [membership] : memberships);
  }

  async signOut({ signInId }: MemberPrincipal): Promise<void> {
    await this.endings.end(signInId);
  }

  /** A database that takes no changes, as on a full disk, lets members read on. */
  private async noteSeen(id: string, now: Date): Promise<void> {
    await this.signIns
      .touch(id, now)
      .catch((err: unknown) => this.logger.warn({ err }, 'when a sign-in was used last could not be stored'));
  }
}
