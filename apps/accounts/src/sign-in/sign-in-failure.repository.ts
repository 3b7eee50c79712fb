import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import { FAILURES, failureSubjects, retryAfterSec, type Failures } from './sign-in.model.js';

/** Rows of an attempt, which counts as a failure until it is taken back. */
export type Attempt = readonly bigint[];

const COUNT = `
  SELECT subject, count(*)::int AS count, min(at) AS "oldestAt"
  FROM sign_in_failure WHERE subject = ANY($1::text[]) AND at > $2 GROUP BY subject`;
const ADD = 'INSERT INTO sign_in_failure (subject, at) SELECT unnest($1::text[]), $2 RETURNING id';

/**
 * Counts failed sign-ins in the database, so that the limits hold over all processes. An attempt counts from its start:
 * concurrent attempts cannot exceed the limits.
 */
@Injectable()
export class SignInFailureRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** @throws AppError `rate_limited` after too many failures of this person or from this network. */
  begin(email: string, address: string, now: Date): Promise<Attempt> {
    const subjects = failureSubjects(email, address);
    return this.database.run(async () => {
      // Always in this order, so that two attempts cannot deadlock.
      for (const subject of [subjects.email, subjects.address]) await this.lock(subject);
      const since = new Date(now.getTime() - FAILURES.windowSec * 1000);
      const keys = [subjects.email, subjects.address];
      const rows = await this.database.query<Failures & { subject: string }>(COUNT, keys, since);
      const of = (subject: string): Failures | undefined => rows.find((row) => row.subject === subject);
      const delays = [
        retryAfterSec(of(subjects.email), FAILURES.email, now),
        retryAfterSec(of(subjects.address), FAILURES.address, now),
      ].filter((seconds) => seconds !== undefined);
      if (delays.length > 0) throw tooMany(Math.max(...delays));
      return (await this.database.query<{ id: bigint }>(ADD, keys, now)).map(({ id }) => id);
    });
  }

  /** Removes an attempt that was no failure. */
  async takeBack(attempt: Attempt): Promise<void> {
    await this.database.client.signInFailure.deleteMany({ where: { id: { in: [...attempt] } } });
  }

  async deleteBefore(time: Date): Promise<void> {
    await this.database.client.signInFailure.deleteMany({ where: { at: { lte: time } } });
  }

  private async lock(subject: string): Promise<void> {
    await this.database.lock(`sign-in:${subject}`);
  }
}

function tooMany(seconds: number): AppError {
  const detail = `Too many sign-ins failed. Try again in ${seconds} s.`;
  return new AppError('rate_limited', detail, { retryAfterSec: seconds });
}
