import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

/** People who can sign in: no organization's, because one password serves all that they are a member of. */
@Injectable()
export class PersonRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  /** What is stored of the password; undefined when nobody with this address has one. */
  async passwordOf(email: string): Promise<string | undefined> {
    const person = await this.db.client.person.findFirst({ where: { email } });
    return person?.passwordHash;
  }

  async setPassword(email: string, passwordHash: string, passwordSetAt: Date): Promise<void> {
    const change = { passwordHash, passwordSetAt };
    await this.db.client.person.upsert({ where: { email }, create: { email, ...change }, update: change });
  }
}
