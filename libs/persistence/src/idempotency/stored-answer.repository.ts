import { Injectable } from '@nestjs/common';
import { Clock, sealText } from '@capture/platform';
import { Database } from '../database/database.js';
import type { IdempotentUse } from './idempotent-use.js';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** Without a renewal for so long, the process that ran a call is taken for dead. By the database's clock, which all share. */
const LIVE = "clock_timestamp() - interval '5 seconds'";
/** Begins what stands for the answer while a call runs. Sealed answers are base64, so none begins like this. */
const RUNNING = 'running:';

export interface StoredAnswer {
  body_sha256: string;
  answer: string;
  is_error: boolean;
}

/** First answers to Idempotency-Keys. */
@Injectable()
export class StoredAnswerRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Keeps the key for this call. False when it is answered, or when another call that is not taken for dead has it. */
  async claim(use: IdempotentUse): Promise<boolean> {
    const changed = await this.database.execute(
      `INSERT INTO idempotency_record AS r (scope, body_sha256, answer, is_error, created_at)
       VALUES ($1, $2, $3, false, clock_timestamp())
       ON CONFLICT (scope) DO UPDATE
         SET body_sha256 = $2, answer = $3, is_error = false, created_at = clock_timestamp()
       WHERE CASE WHEN r.answer LIKE '${RUNNING}%' THEN r.created_at <= ${LIVE} ELSE r.created_at <= $4 END`,
      use.scope,
      use.bodySha256,
      RUNNING + use.id,
      new Date(this.clock.now().getTime() - KEPT_MS),
    );
    return changed === 1;
  }

  /** Says of calls that they are still running. One that was silent for too long may have lost its key, and gets it back no more. */
  async renew(uses: readonly IdempotentUse[]): Promise<void> {
    await this.database.execute(
      `UPDATE idempotency_record r SET created_at = clock_timestamp()
       FROM unnest($1::text[], $2::text[]) AS running (scope, answer)
       WHERE r.scope = running.scope AND r.answer = running.answer AND r.created_at > ${LIVE}`,
      uses.map(({ scope }) => scope),
      uses.map(({ id }) => RUNNING + id),
    );
  }

  /** The answer to a key; undefined when it has none yet, because it is new or its call is running. */
  async find(scope: string): Promise<StoredAnswer | undefined> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_MS);
    const [row] = await this.database.query<StoredAnswer>(
      `SELECT body_sha256, answer, is_error FROM idempotency_record
       WHERE scope = $1 AND created_at > $2 AND answer NOT LIKE '${RUNNING}%'`,
      scope,
      oldest,
    );
    return row;
  }

  /** Stores the answer of a call that has claimed its key. False when another call has taken the key over. */
  async settle(use: IdempotentUse, answer: string, isError: boolean): Promise<boolean> {
    const changed = await this.database.execute(
      'UPDATE idempotency_record SET answer = $3, is_error = $4, created_at = $5 WHERE scope = $1 AND answer = $2',
      use.scope,
      RUNNING + use.id,
      sealText(use.secret, answer),
      isError,
      this.clock.now(),
    );
    return changed === 1;
  }

  /** Frees a claimed key: the next call with it runs. */
  async release(use: IdempotentUse): Promise<void> {
    await this.database.execute(
      'DELETE FROM idempotency_record WHERE scope = $1 AND answer = $2',
      use.scope,
      RUNNING + use.id,
    );
  }

  /**
   * Stores the answer of a call that holds its key by the lock of its transaction. An error comes after that transaction: it gives
   * way to what a repeat has answered meanwhile, which may have had its effect.
   */
  async store(use: IdempotentUse, answer: string, isError: boolean): Promise<void> {
    const now = this.clock.now();
    await this.database.execute(
      `INSERT INTO idempotency_record AS r (scope, body_sha256, answer, is_error, created_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (scope) DO UPDATE SET body_sha256 = $2, answer = $3, is_error = $4, created_at = $5
       WHERE NOT $4 OR r.created_at <= $6`,
      use.scope,
      use.bodySha256,
      sealText(use.secret, answer),
      isError,
      now,
      new Date(now.getTime() - KEPT_MS),
    );
  }

  /** Deletes up to `limit` rows that no repeat would find any more; returns how many. */
  prune(limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM idempotency_record WHERE scope = ANY
         (ARRAY(SELECT scope FROM idempotency_record WHERE created_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      new Date(this.clock.now().getTime() - KEPT_MS),
      limit,
    );
  }
}
