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

  list({ email, signInId }: MemberPrincipal): Promise<OwnSignInListDto> {
    const now = this.clock.now();
    return this.database.forEveryOrganization(WHY, async () => {
      const rows = await this.signIns.listOf(email, now, idleSince(now), LISTED);
      return { data: rows.map((row) => toOwnSignIn(row, signInId)) };
    });
  }

  /** @throws AppError `not_found`, also for another person's sign-in. */
  async end({ email }: MemberPrincipal, id: string): Promise<void> {
    const ended = await this.database.forEveryOrganization(WHY, () =>
      this.endings.endOfPerson(email, { id }),
    );
    if (ended === 0) throw new AppError('not_found', 'You have no sign-in with this id.');
  }

  /** The one that asks ends as well. */
  async endAll({ email }: MemberPrincipal): Promise<void> {
    await this.database.forEveryOrganization(WHY, () => this.endings.endOfPerson(email, {}));
  }
}
