import { Injectable } from '@nestjs/common';
import { createEvent, SignInEnded } from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { MOST_SIGN_INS } from './sign-in.model.js';
import { SignInRepository, type EndedSignIn, type OfPerson } from './sign-in.repository.js';

/** Ends sign-ins before their time, and tells the services that hold something open by them. */
@Injectable()
export class SignInEndings {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignInRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  end(signInId: string): Promise<void> {
    return this.database.run(async () => this.tell(await this.signIns.delete(signInId)));
  }

  /** Those of a member that were not used for longest, where there are more than one may have. */
  endBeyond(memberId: string): Promise<void> {
    return this.database.run(async () => this.tell(await this.signIns.deleteBeyond(memberId, MOST_SIGN_INS)));
  }

  /** Every sign-in of these members. */
  endOf(memberIds: readonly string[]): Promise<void> {
    return this.database.run(async () => this.tell(await this.signIns.deleteOf(memberIds)));
  }

  /** Every sign-in to an organization that a provider vouched for, or every one by password. */
  endOfOrganization(organizationId: string, { vouched }: { vouched: boolean }): Promise<void> {
    return this.database.run(async () =>
      this.tell(await this.signIns.deleteOfOrganization(organizationId, vouched)),
    );
  }

  /**
   * Sign-ins of a person, whichever organization each is of. Called for every organization.
   * @returns how many there were
   */
  endOfPerson(email: string, which: OfPerson): Promise<number> {
    return this.database.run(async () => {
      const ended = await this.signIns.deleteOfPerson(email, which);
      this.tell(ended);
      return ended.length;
    });
  }

  private tell(ended: readonly EndedSignIn[]): void {
    for (const { id: signInId, memberId, organizationId } of ended)
      this.outbox.add(createEvent(SignInEnded, organizationId, { memberId, signInId }, this.clock.now()));
  }
}
