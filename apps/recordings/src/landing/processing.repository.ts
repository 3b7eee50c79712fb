import { Injectable } from '@nestjs/common';
import type { UploadRef } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import {
  toUploadRow,
  UPLOAD_COLUMNS,
  type UploadRecord,
  type UploadRow,
} from '../takes/upload.repository.js';

/** Uploads between the call that completes them and the recording that it makes. */
@Injectable()
export class ProcessingRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  /** Keeps what a complete call said: from now on it needs no caller to be carried out. */
  async intend(id: string, completion: string, now: Date): Promise<void> {
    await this.db.execute(
      `UPDATE upload SET state = 'processing', completion = $2, last_activity_at = $3, deaths = 0, retry_at = NULL,
         failure = NULL WHERE id = $1`,
      id,
      completion,
      now,
    );
  }

  /**
   * Takes an upload to be read until `leaseUntil`, or says `failed` of one that was taken `maxDeaths` times in a row without
   * an end. Undefined when somebody else is at it, or there is nothing to do.
   */
  async claim(
    { organizationId, uploadId }: UploadRef,
    now: Date,
    leaseUntil: Date,
    maxDeaths: number,
  ): Promise<UploadRow | undefined> {
    const [row] = await this.db.query<UploadRecord>(
      `UPDATE upload SET attempt = attempt + 1, deaths = deaths + 1, retry_at = $4,
         state = CASE WHEN deaths < $5 THEN 'processing' ELSE 'failed' END,
         failure = CASE WHEN deaths < $5 THEN failure ELSE 'reading the file ended the process again and again' END
       WHERE id = $1 AND organization_id = $2 AND state = 'processing' AND (retry_at IS NULL OR retry_at <= $3)
       RETURNING ${UPLOAD_COLUMNS}`,
      uploadId,
      organizationId,
      now,
      leaseUntil,
      maxDeaths,
    );
    return row && toUploadRow(row);
  }

  async renew(upload: UploadRow, leaseUntil: Date): Promise<void> {
    await this.change(upload, 'retry_at = $3', leaseUntil);
  }

  /** Leaves it to another attempt, not before `retryAt`. */
  async postpone(upload: UploadRow, failure: string, retryAt: Date): Promise<void> {
    await this.change(upload, 'deaths = 0, failure = $3, retry_at = $4', failure, retryAt);
  }

  /** The call was refused: the sender has the upload again. False when it is no longer this attempt's to say. */
  giveBack(upload: UploadRow, now: Date): Promise<boolean> {
    const assignment = `state = 'open', completion = NULL, deaths = 0, retry_at = NULL, last_activity_at = $3`;
    return this.change(upload, assignment, now);
  }

  /** Has it read again from the start, whoever is at it. */
  async redrive(id: string): Promise<void> {
    await this.db.execute(
      `UPDATE upload SET state = 'processing', attempt = attempt + 1, deaths = 0, retry_at = NULL, failure = NULL
       WHERE id = $1 AND state IN ('processing', 'failed')`,
      id,
    );
  }

  /** Uploads that wait to be read and that nobody reads, oldest first. */
  async waiting(now: Date, count: number): Promise<UploadRef[]> {
    return this.db.query<UploadRef>(
      `SELECT organization_id AS "organizationId", id AS "uploadId" FROM upload
       WHERE state = 'processing' AND (retry_at IS NULL OR retry_at <= $1) ORDER BY last_activity_at LIMIT $2`,
      now,
      count,
    );
  }

  private async change(
    { id, attempt }: UploadRow,
    assignment: string,
    ...values: unknown[]
  ): Promise<boolean> {
    const changed = await this.db.execute(
      `UPDATE upload SET ${assignment} WHERE id = $1 AND attempt = $2 AND state = 'processing'`,
      id,
      attempt,
      ...values,
    );
    return changed === 1;
  }
}
