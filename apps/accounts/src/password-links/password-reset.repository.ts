import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

@Injectable()
export class PasswordResetRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(email: string, requestedAt: Date): Promise<void> {
    await this.database.client.passwordReset.create({ data: { email, requestedAt } });
  }

  /** Takes the oldest request, for the running transaction alone; undefined when there is none. */
  async take(): Promise<{ email: string; requestedAt: Date } | undefined> {
    const [row] = await this.database.query<{ email: string; requestedAt: Date }>(
      `DELETE FROM password_reset WHERE id =
         (SELECT id FROM password_reset ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING email, requested_at AS "requestedAt"`,
    );
    return row;
  }
}
