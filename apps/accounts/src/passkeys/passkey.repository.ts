import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { Passkey, PrismaClient } from '../generated/prisma/client.js';

export type { Passkey };

/** Passkeys of people. They belong to no organization. */
@Injectable()
export class PasskeyRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** The oldest first. */
  listOf(email: string): Promise<Passkey[]> {
    return this.database.client.passkey.findMany({ where: { email }, orderBy: { id: 'asc' } });
  }

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    return (await this.database.client.passkey.findFirst({ where: { credentialId } })) ?? undefined;
  }

  /** False when the credential is stored already, for whichever person. */
  async insert(passkey: Passkey): Promise<boolean> {
    return (
      (await this.database.client.passkey.createMany({ data: [passkey], skipDuplicates: true })).count === 1
    );
  }

  /** Writes down a use and keeps the row until the transaction ends. False when it is gone, or was used with this counter. */
  async use(id: string, counter: bigint, at: Date): Promise<boolean> {
    const isFurther = { OR: [{ counter: 0n }, { counter: { lt: counter } }] };
    const data = { counter, lastUsedAt: at };
    return (await this.database.client.passkey.updateMany({ where: { id, ...isFurther }, data })).count === 1;
  }

  /** False when the person has no such passkey. */
  async delete(email: string, id: string): Promise<boolean> {
    return (await this.database.client.passkey.deleteMany({ where: { id, email } })).count === 1;
  }

  /** Deletes every one of a person; returns how many there were. */
  async deleteOf(email: string): Promise<number> {
    return (await this.database.client.passkey.deleteMany({ where: { email } })).count;
  }
}
