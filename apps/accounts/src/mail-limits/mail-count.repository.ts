import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

const COUNT = `
  UPDATE organization SET
    mail_count = CASE WHEN mails_since > $2 THEN mail_count + 1 ELSE 1 END,
    mails_since = CASE WHEN mails_since > $2 THEN mails_since ELSE $3 END
  WHERE id = $1 AND (mails_since IS NULL OR mails_since <= $2 OR mail_count < $4) RETURNING id`;

/** How many mails of its day an organization has had sent. Columns of its row that nothing else reads or writes. */
@Injectable()
export class MailCountRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /**
   * Counts one mail. An organization's day begins with its first mail after the day before.
   * @param dayAgo a day that began then or before is over
   * @returns when the day began, where its mails are used up; undefined where it counted
   */
  async count(
    organizationId: string,
    { now, dayAgo, most }: { now: Date; dayAgo: Date; most: number },
  ): Promise<Date | undefined> {
    const counted = await this.database.query(COUNT, organizationId, dayAgo, now, most);
    if (counted.length > 0) return undefined;
    const [row] = await this.database.query<{ since: Date }>(
      'SELECT mails_since AS since FROM organization WHERE id = $1',
      organizationId,
    );
    return row?.since;
  }
}
