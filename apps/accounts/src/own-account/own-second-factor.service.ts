import { Injectable } from '@nestjs/common';
import { AppError, type MemberPrincipal } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { PersonRepository } from '../passwords/person.repository.js';
import { SecondFactorChanges } from '../second-factor-changes/second-factor-changes.js';
import type { SecondFactorChange } from '../second-factor-changes/second-factor.mail.js';
import { uriOf } from '../second-factors/second-factor.model.js';
import { SecondFactorRepository } from '../second-factors/second-factor.repository.js';
import { SecondFactors } from '../second-factors/second-factors.js';
import { OwnPasswordProof, wrongPassword } from './own-password-proof.js';
import type {
  BegunSecondFactorDto,
  OwnSecondFactorDto,
  ProveSecondFactorDto,
  RecoveryCodesDto,
} from './own-second-factor.dto.js';

const WHY = 'a person signs in to several organizations';

/** The second factor of the person who asks. */
@Injectable()
export class OwnSecondFactorService {
  constructor(
    private readonly database: Database,
    private readonly people: PersonRepository,
    private readonly factors: SecondFactors,
    private readonly rows: SecondFactorRepository,
    private readonly proof: OwnPasswordProof,
    private readonly changes: SecondFactorChanges,
    private readonly clock: Clock,
  ) {}

  async read({ email }: MemberPrincipal): Promise<OwnSecondFactorDto> {
    const enabledAt = (await this.people.credentialsOf(email))?.secondFactorAt ?? null;
    const recoveryCodesLeft = await this.rows.recoveryCodesLeft(email);
    return { enabled: enabledAt !== null, enabledAt: enabledAt?.toISOString() ?? null, recoveryCodesLeft };
  }

  /** Makes a secret, of which no code is asked for before one was given. @throws AppError `conflict` when one is enabled. */
  begin(member: MemberPrincipal, ip: string, currentPassword: string): Promise<BegunSecondFactorDto> {
    const { email } = member;
    return this.proof.withPassword(member, ip, currentPassword, (stored) =>
      this.database.run(async () => {
        await this.lock(email, { enabled: false, stored });
        const secret = await this.factors.begin(email);
        return { secret, uri: uriOf(secret, email) };
      }),
    );
  }

  /** From now on codes are asked for. @throws AppError `conflict` when they are already. */
  confirm(member: MemberPrincipal, ip: string, code: string): Promise<RecoveryCodesDto> {
    const { email } = member;
    return this.proof.counted(member, ip, () =>
      this.changing(async () => {
        await this.lock(email, { enabled: false });
        await this.factors.use(email, code);
        await this.people.setSecondFactor(email, this.clock.now());
        const recoveryCodes = await this.factors.renewRecoveryCodes(email);
        await this.follow(member, ip, 'enabled');
        return { recoveryCodes };
      }),
    );
  }

  /** @throws AppError `conflict` when there is none. */
  remove(member: MemberPrincipal, ip: string, proof: ProveSecondFactorDto): Promise<void> {
    const { email } = member;
    return this.proven(member, ip, proof, async () => {
      await this.people.setSecondFactor(email, null);
      await this.rows.delete(email);
      await this.follow(member, ip, 'removed');
    });
  }

  /** @throws AppError `conflict` when there is no second factor. */
  renewRecoveryCodes(
    member: MemberPrincipal,
    ip: string,
    proof: ProveSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    return this.proven(member, ip, proof, async () => {
      const recoveryCodes = await this.factors.renewRecoveryCodes(member.email);
      await this.follow(member, ip, 'recovery_codes_renewed');
      return { recoveryCodes };
    });
  }

  /** Runs `work` in a transaction, for who knows the password and has a code. */
  private proven<T>(
    member: MemberPrincipal,
    ip: string,
    { currentPassword, code }: ProveSecondFactorDto,
    work: () => Promise<T>,
  ): Promise<T> {
    const { email } = member;
    return this.proof.withPassword(member, ip, currentPassword, (stored) =>
      this.changing(async () => {
        await this.lock(email, { enabled: true, stored });
        await this.factors.use(email, code);
        return work();
      }),
    );
  }

  private changing<T>(work: () => Promise<T>): Promise<T> {
    return this.database.forEveryOrganization(WHY, () => this.database.run(work));
  }

  /** Keeps what the person signs in with unchanged but for this transaction. @param expected.stored the password proven */
  private async lock(email: string, expected: { enabled: boolean; stored?: string }): Promise<void> {
    const person = await this.people.lock(email, 'UPDATE');
    if (!person || (expected.stored !== undefined && person.passwordHash !== expected.stored))
      throw wrongPassword();
    const enabled = person.secondFactorAt !== null;
    if (enabled !== expected.enabled)
      throw new AppError(
        'conflict',
        enabled ? 'You have a second factor already. Remove it first.' : 'You have no second factor.',
      );
  }

  private follow(
    { email, organizationId, signInId }: MemberPrincipal,
    ip: string,
    change: SecondFactorChange,
  ): Promise<void> {
    return this.changes.follow(email, `member.second_factor_${change}`, { ip, organizationId, signInId });
  }
}
