import { Injectable } from '@nestjs/common';
import type { UploadRef } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { LeaseRepository } from '../leases/lease.repository.js';
import {
  toUploadRow,
  UPLOAD_COLUMNS,
  type UploadRecord,
  type UploadRow,
} from '../takes/upload.repository.js';

export type ProcessingUpload = UploadRow & UploadRef;
type ProcessingRecord = UploadRecord & UploadRef;

/** Uploads between the call that completes them and the recording that it makes. */
@Injectable()
export class ProcessingRepository extends LeaseRepository<UploadRef, ProcessingUpload, ProcessingRecord> {
  constructor(database: Database) {
    super(database, {
      name: 'upload',
      columns: `${UPLOAD_COLUMNS}, id AS "uploadId"`,
      pending: 'processing',
      leaseUntil: 'retry_at',
      waitingSince: 'last_activity_at',
      givenUp: 'reading the file ended the process, or what it says could not be stored, again and again',
    });
  }

  /** Keeps what a complete call said: from now on it needs no caller to be carried out. */
  async enqueue(id: string, completion: string, now: Date): Promise<void> {
    await this.database.execute(
      `UPDATE upload SET state = 'processing', completion = $2, last_activity_at = $3, deaths = 0, retry_at = NULL,
         failure = NULL WHERE id = $1`,
      id,
      completion,
      now,
    );
  }

  /** The call was refused: its sender may send parts again. False when it is no longer this attempt's to say. */
  giveBack(upload: ProcessingUpload, now: Date): Promise<boolean> {
    const assignment = `state = 'open', completion = NULL, deaths = 0, retry_at = NULL, last_activity_at = $1`;
    return this.change(upload, assignment, now);
  }

  /** Starts the work again from the beginning and takes it from the process that has it now. */
  async redrive(id: string): Promise<void> {
    await this.database.execute(
      `UPDATE upload SET state = 'processing', attempt = attempt + 1, deaths = 0, retry_at = NULL, failure = NULL
       WHERE id = $1 AND state IN ('processing', 'failed')`,
      id,
    );
  }

  protected override keyOf({ uploadId, organizationId }: UploadRef): Record<string, string> {
    return { id: uploadId, organization_id: organizationId };
  }

  protected override toRow(record: ProcessingRecord): ProcessingUpload {
    return { ...toUploadRow(record), uploadId: record.uploadId };
  }
}
