import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

/** What a person signs in with. */
export interface Credentials {
  /** What is stored of the password. */
  passwordHash: string;
  /** Since when a second factor is asked for; null while none is. */
  secondFactorAt: Date | null;
}

/** People who can sign in. They belong to no organization: one password serves every organization of a person. */
@Injectable()
export class PersonRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** What is stored of the password; undefined when nobody with this address has one. */
  async passwordOf(email: string): Promise<string | undefined> {
    const person = await this.database.client.person.findFirst({ where: { email } });
    return person?.passwordHash;
  }

  /** Undefined when nobody with this address has a password. */
  async credentialsOf(email: string): Promise<Credentials | undefined> {
    const select = { passwordHash: true, secondFactorAt: true };
    return (await this.database.client.person.findFirst({ where: { email }, select })) ?? undefined;
  }

  /** The same, unchanged until the running transaction ends. @param strength UPDATE for who is about to change them */
  async lock(email: string, strength: 'SHARE' | 'UPDATE'): Promise<Credentials | undefined> {
    const [row] = await this.database.query<Credentials>(
      `SELECT password_hash AS "passwordHash", second_factor_at AS "secondFactorAt"
       FROM person WHERE email = $1 FOR ${strength}`,
      email,
    );
    return row;
  }

  /** @param secondFactorAt null when none is asked for any more */
  async setSecondFactor(email: string, secondFactorAt: Date | null): Promise<void> {
    await this.database.client.person.updateMany({ where: { email }, data: { secondFactorAt } });
  }

  async setPassword(email: string, passwordHash: string, passwordSetAt: Date): Promise<void> {
    const change = { passwordHash, passwordSetAt };
    await this.database.client.person.upsert({
      where: { email },
      create: { email, ...change },
      update: change,
    });
  }

  /** False when the person already has a password, which is then unchanged. */
  async insert(
    { email, name, passwordHash }: { email: string; name: string | null; passwordHash: string },
    passwordSetAt: Date,
  ): Promise<boolean> {
    const data = [{ email, name, passwordHash, passwordSetAt }];
    return (await this.database.client.person.createMany({ data, skipDuplicates: true })).count === 1;
  }

  /** False when the stored hash is another than `former` by now, as after a reset in the meantime. */
  async replacePassword(
    email: string,
    former: string,
    passwordHash: string,
    passwordSetAt: Date,
  ): Promise<boolean> {
    const where = { email, passwordHash: former };
    const changed = await this.database.client.person.updateMany({
      where,
      data: { passwordHash, passwordSetAt },
    });
    return changed.count === 1;
  }

  /** Deletes up to `limit` people who are no members and have not been since `before`; returns how many. */
  deleteGone(before: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM person WHERE email = ANY
         (ARRAY(SELECT p.email FROM person p WHERE p.password_set_at <= $1 AND NOT EXISTS
            (SELECT FROM member m WHERE m.email = p.email AND (m.removed_at IS NULL OR m.removed_at > $1))
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      before,
      limit,
    );
  }
}
