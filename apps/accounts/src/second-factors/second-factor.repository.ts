import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient, SecondFactor } from '../generated/prisma/client.js';

export type { SecondFactor };

/** Second factors of people, confirmed or not yet, and their recovery codes. They belong to no organization. */
@Injectable()
export class SecondFactorRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(email: string): Promise<SecondFactor | undefined> {
    return (await this.database.client.secondFactor.findFirst({ where: { email } })) ?? undefined;
  }

  /** Stores a factor in place of an earlier one, with what belonged to that. */
  async replace(factor: SecondFactor): Promise<void> {
    await this.delete(factor.email);
    await this.database.client.secondFactor.create({ data: factor });
  }

  async delete(email: string): Promise<void> {
    await this.database.client.secondFactor.deleteMany({ where: { email } });
  }

  /** Takes a time step, which can be taken once, and none before it afterwards. False when it is gone. */
  async takeStep(email: string, step: number): Promise<boolean> {
    const where = { email, lastStep: { lt: step } };
    return (
      (await this.database.client.secondFactor.updateMany({ where, data: { lastStep: step } })).count === 1
    );
  }

  /** @param ids what is stored of the codes */
  async replaceRecoveryCodes(email: string, ids: readonly string[]): Promise<void> {
    await this.database.client.recoveryCode.deleteMany({ where: { email } });
    await this.database.client.recoveryCode.createMany({ data: ids.map((id) => ({ id, email })) });
  }

  /** False when there is no such code any more. */
  async useRecoveryCode(email: string, id: string): Promise<boolean> {
    return (await this.database.client.recoveryCode.deleteMany({ where: { id, email } })).count === 1;
  }

  recoveryCodesLeft(email: string): Promise<number> {
    return this.database.client.recoveryCode.count({ where: { email } });
  }

  /** Deletes up to `limit` factors that were begun by `before` and not confirmed; returns how many. */
  deleteUnconfirmed(before: Date, limit: number): Promise<number> {
    // Locks the person as well, so that none is deleted that is confirmed at this moment.
    return this.database.execute(
      `DELETE FROM second_factor WHERE email = ANY
         (ARRAY(SELECT f.email FROM second_factor f JOIN person p ON p.email = f.email
          WHERE f.created_at <= $1 AND p.second_factor_at IS NULL LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      before,
      limit,
    );
  }
}
