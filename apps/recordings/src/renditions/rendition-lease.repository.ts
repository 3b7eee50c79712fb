import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { LeaseRepository } from '../leases/lease.repository.js';
import type { StoredPart } from '../takes/upload.model.js';
import {
  RENDITION_COLUMNS,
  toRenditionRow,
  type MadeFile,
  type RenditionRecord,
  type RenditionRef,
  type RenditionRow,
} from './rendition.repository.js';

/** Renditions that are wanted and not made yet, in the hands of one process at a time. */
@Injectable()
export class RenditionLeaseRepository extends LeaseRepository<RenditionRef, RenditionRow, RenditionRecord> {
  constructor(database: Database) {
    super(database, {
      name: 'rendition',
      columns: RENDITION_COLUMNS,
      pending: 'pending',
      leaseUntil: 'lease_until',
      waitingSince: 'requested_at',
      wanted: `EXISTS (SELECT 1 FROM upload WHERE id = rendition.upload_id AND state = 'completed')`,
      givenUp: 'making it ended the process, or it could not be recorded, again and again',
    });
  }

  /** Notes a part before its bytes are put, so that they are never taken for somebody's leftovers. */
  async addPart(row: RenditionRow, part: StoredPart): Promise<boolean> {
    const changed = await this.database.execute(
      `INSERT INTO rendition_part (upload_id, name, number, organization_id, size, sha256)
       SELECT upload_id, name, $4, organization_id, $5, $6 FROM rendition
       WHERE upload_id = $1 AND name = $2 AND attempt = $3 AND state = 'pending'`,
      row.uploadId,
      row.name,
      row.attempt,
      part.number,
      part.size,
      part.sha256,
    );
    return changed === 1;
  }

  /** What an earlier attempt wrote counts no longer. */
  async dropParts({ uploadId, name }: RenditionRef): Promise<void> {
    await this.database.execute(
      'DELETE FROM rendition_part WHERE upload_id = $1 AND name = $2',
      uploadId,
      name,
    );
  }

  /** False when the original is gone or a newer attempt is under way: then nothing of this one counts. */
  finish(row: RenditionRow, file: MadeFile, now: Date): Promise<boolean> {
    return this.change(
      row,
      `state = 'ready', deaths = 0, lease_until = NULL, failure = NULL, size_bytes = $1, sha256 = $2, file_key = $3,
         ready_at = $4`,
      file.sizeBytes,
      file.sha256,
      file.fileKey,
      now,
    );
  }

  /** It cannot be made of this original. */
  async fail(row: RenditionRow, reason: string): Promise<void> {
    await this.change(row, `state = 'failed', deaths = 0, lease_until = NULL, failure = $1`, reason);
  }

  protected override keyOf({ uploadId, name }: RenditionRef): Record<string, string> {
    return { upload_id: uploadId, name };
  }

  protected override toRow(record: RenditionRecord): RenditionRow {
    return toRenditionRow(record);
  }
}
