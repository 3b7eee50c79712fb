import { Injectable } from '@nestjs/common';
import { AppError, notFound, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { MemberRepository } from '../members/member.repository.js';
import { PasskeyRepository } from '../passkeys/passkey.repository.js';
import { PersonRepository } from '../passwords/person.repository.js';
import { SecondFactorRepository } from '../second-factors/second-factor.repository.js';
import { SecondFactorChanges } from './second-factor-changes.js';

/** Removes the second factor and the passkeys of a person who lost them. For operators alone. */
@Injectable()
export class SecondFactorResetService {
  constructor(
    private readonly database: Database,
    private readonly members: MemberRepository,
    private readonly people: PersonRepository,
    private readonly factors: SecondFactorRepository,
    private readonly changes: SecondFactorChanges,
    private readonly passkeys: PasskeyRepository,
  ) {}

  /** Ends every sign-in of the person. @throws AppError `not_found` for no member, and without either. */
  reset({ ip }: ForwardedCall, organizationId: string, idOrEmail: string): Promise<void> {
    return this.database.run(async () => {
      const member = await this.members.find(organizationId, idOrEmail);
      if (!member || member.removedAt !== null) throw notFound('member');
      const { email } = member;
      const person = await this.people.lock(email, 'UPDATE');
      const passkeys = await this.passkeys.deleteOf(email);
      if (!person?.secondFactorAt && passkeys === 0)
        throw new AppError('not_found', 'This person has no second factor and no passkey.');
      const by = { ip, organizationId, actor: 'operator' } as const;
      if (passkeys > 0) await this.changes.follow(email, 'member.passkeys_reset', by);
      if (!person?.secondFactorAt) return;
      await this.people.setSecondFactor(email, null);
      await this.factors.delete(email);
      await this.changes.follow(email, 'member.second_factor_reset', by);
    });
  }
}
