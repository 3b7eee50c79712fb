import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { Mail as Row, PrismaClient } from '../generated/prisma/client.js';

export type QueuedMail = Pick<Row, 'id' | 'recipient' | 'sealed' | 'attempts' | 'giveUpAt'>;

@Injectable()
export class MailRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(row: Row): Promise<void> {
    await this.database.client.mail.create({ data: row });
  }

  /** Leases due mails for `leaseMs`; afterwards another process may claim them. */
  claim(now: Date, leaseMs: number, limit: number): Promise<QueuedMail[]> {
    return this.database.query<QueuedMail>(
      `UPDATE mail SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id = ANY (ARRAY(SELECT id FROM mail WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING id, recipient, sealed, attempts, give_up_at AS "giveUpAt"`,
      now,
      new Date(now.getTime() + leaseMs),
      limit,
    );
  }

  async delete(id: string): Promise<void> {
    await this.database.client.mail.deleteMany({ where: { id } });
  }

  async deleteAbout(about: string): Promise<void> {
    await this.database.client.mail.deleteMany({ where: { about } });
  }

  async postpone(id: string, nextAttemptAt: Date): Promise<void> {
    await this.database.client.mail.updateMany({ where: { id }, data: { nextAttemptAt } });
  }
}
