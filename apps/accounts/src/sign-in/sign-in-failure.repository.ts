import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import { FAILURES, retryAfterSec, type Failures, type FailureSubject } from './sign-in.model.js';

/** Rows of an attempt, which counts as a failure until it is taken back. */
export type Attempt = readonly bigint[];

const COUNT = `
  SELECT subject, count(*)::int AS count, min(at) AS "oldestAt", max(at) AS "newestAt"
  FROM sign_in_failure WHERE subject = ANY($1::text[]) AND at > $2 GROUP BY subject`;
const ADD = 'INSERT INTO sign_in_failure (subject, at) SELECT unnest($1::text[]), $2 RETURNING id';

/**
 * Counts failed sign-ins in the database, so that the limits hold over all processes. An attempt counts from its start:
 * concurrent attempts cannot exceed the limits.
 */
@Injectable()
export class SignInFailureRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** @throws AppError `rate_limited` after too many failures of one of the subjects. */
  begin(subjects: readonly FailureSubject[], now: Date): Promise<Attempt> {
    const keys = subjects.map(({ subject }) => subject);
    return this.database.run(async () => {
      // Always in this order, so that two attempts cannot deadlock.
      for (const key of [...keys].sort()) await this.lock(key);
      const since = new Date(now.getTime() - FAILURES.windowSec * 1000);
      const rows = await this.database.query<Failures & { subject: string }>(COUNT, keys, since);
      const delays = subjects
        .map(({ subject, limit }) =>
          retryAfterSec(
            rows.find((row) => row.subject === subject),
            limit,
            now,
          ),
        )
        .filter((seconds) => seconds !== undefined);
      if (delays.length > 0) throw tooMany(Math.max(...delays));
      return (await this.database.query<{ id: bigint }>(ADD, keys, now)).map(({ id }) => id);
    });
  }

  /** Removes an attempt that was no failure. */
  async takeBack(attempt: Attempt): Promise<void> {
    await this.database.client.signInFailure.deleteMany({ where: { id: { in: [...attempt] } } });
  }

  /** Deletes up to `limit` failures from `time` or before; returns how many. */
  deleteBefore(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM sign_in_failure WHERE id = ANY
         (ARRAY(SELECT id FROM sign_in_failure WHERE at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }

  private async lock(subject: string): Promise<void> {
    await this.database.lock(`sign-in:${subject}`);
  }
}

function tooMany(seconds: number): AppError {
  const detail = `Too many attempts. Try again in ${seconds} s.`;
  return new AppError('rate_limited', detail, { retryAfterSec: seconds });
}
