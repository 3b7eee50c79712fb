import { Injectable } from '@nestjs/common';
import { AppError, type MemberPrincipal } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { SignInEndings } from '../sign-in/sign-in-endings.js';
import { idleSince } from '../sign-in/sign-in.model.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { toOwnSignIn, type OwnSignInListDto } from './own-account.dto.js';

const LISTED = 100;
const WHY = 'a person signs in to several organizations';

/** The sign-ins of the person who asks, in every organization. */
@Injectable()
export class OwnSignInService {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignInRepository,
    private readonly endings: SignInEndings,
    private readonly clock: Clock,
  ) {}

  list(member: MemberPrincipal): Promise<OwnSignInListDto> {
    const { email, signInId } = member;
    const now = this.clock.now();
    return this.database.forEveryOrganization(WHY, async () => {
      const { organizationId: only } = await this.reachOf(member);
      const rows = await this.signIns.listOf(email, { now, idleSince: idleSince(now), limit: LISTED, only });
      return { data: rows.map((row) => toOwnSignIn(row, signInId)) };
    });
  }

  /** @throws AppError `not_found`, also for another person's sign-in. */
  async end(member: MemberPrincipal, id: string): Promise<void> {
    const ended = await this.database.forEveryOrganization(WHY, async () =>
      this.endings.endOfPerson(member.email, { id, ...(await this.reachOf(member)) }),
    );
    if (ended === 0) throw new AppError('not_found', 'You have no sign-in with this id.');
  }

  /** The one that asks ends as well. */
  async endAll(member: MemberPrincipal): Promise<void> {
    await this.database.forEveryOrganization(WHY, async () =>
      this.endings.endOfPerson(member.email, await this.reachOf(member)),
    );
  }

  /** Whom the provider of an organization vouches for has proven nothing to the person's other organizations (ADR 46). */
  private async reachOf({ signInId, organizationId }: MemberPrincipal): Promise<{ organizationId?: string }> {
    return (await this.signIns.isVouched(signInId)) ? { organizationId } : {};
  }
}
