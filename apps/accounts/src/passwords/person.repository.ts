import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

/** People who can sign in. They belong to no organization: one password serves every organization of a person. */
@Injectable()
export class PersonRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** What is stored of the password; undefined when nobody with this address has one. */
  async passwordOf(email: string): Promise<string | undefined> {
    const person = await this.database.client.person.findFirst({ where: { email } });
    return person?.passwordHash;
  }

  async setPassword(email: string, passwordHash: string, passwordSetAt: Date): Promise<void> {
    const change = { passwordHash, passwordSetAt };
    await this.database.client.person.upsert({
      where: { email },
      create: { email, ...change },
      update: change,
    });
  }
}
