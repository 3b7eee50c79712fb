import { Injectable } from '@nestjs/common';
import type { DeleteRecording } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

export interface ReceiptRow {
  recordingId: string;
  organizationId: string;
  reason: DeleteRecording['reason'];
  deletedAt: Date;
  /** JSON text. */
  receipt: string;
}

@Injectable()
export class DeletionRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /**
   * Ends the recording's uploads, also those that are still arriving; returns the ids whose bytes must go. Uploads are
   * locked before their recording, as everywhere.
   */
  async endUploads(organizationId: string, recordingId: string, now: Date): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `UPDATE upload SET state = CASE state WHEN 'completed' THEN 'removed' ELSE 'aborted' END, ended_at = $3, cleared_at = NULL, completion = NULL
       WHERE organization_id = $1 AND state IN ('open', 'stranded', 'processing', 'failed', 'completed')
         AND (recording_id = $2 OR id IN (SELECT upload_id FROM track WHERE recording_id = $2)) RETURNING id`,
      organizationId,
      recordingId,
      now,
    );
    return rows.map((row) => row.id);
  }

  /** The footage is gone; with `deletedAt` the recording as well. */
  async expire(recordingId: string, deletedAt: Date | null): Promise<void> {
    await this.database.execute(
      `UPDATE recording SET status = 'expired', deleted_at = $2 WHERE id = $1`,
      recordingId,
      deletedAt,
    );
    await this.database.execute(`UPDATE track SET state = 'expired' WHERE recording_id = $1`, recordingId);
  }

  async keepReceipt(receipt: ReceiptRow): Promise<void> {
    await this.database.client.deletionReceipt.upsert({
      where: { recordingId: receipt.recordingId },
      create: receipt,
      update: {},
    });
  }

  async receipt(recordingId: string): Promise<string | undefined> {
    const row = await this.database.client.deletionReceipt.findFirst({ where: { recordingId } });
    return row?.receipt;
  }

  /** Footage whose organization keeps it no longer, oldest first. */
  outlived(now: Date, count: number): Promise<{ id: string; organizationId: string }[]> {
    return this.database.query(
      `SELECT r.id, r.organization_id AS "organizationId" FROM recording r
       JOIN organization_retention o ON o.organization_id = r.organization_id
       WHERE o.retention_days IS NOT NULL AND r.deleted_at IS NULL AND r.promoted_at IS NOT NULL AND r.status <> 'expired'
         AND r.created_at + make_interval(days => o.retention_days) <= $1
       ORDER BY r.created_at LIMIT $2`,
      now,
      count,
    );
  }

  /** Follows the organization's setting; an older revision changes nothing. */
  async setRetention(organizationId: string, retentionDays: number | null, revision: number): Promise<void> {
    await this.database.execute(
      `INSERT INTO organization_retention (organization_id, retention_days, revision) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id) DO UPDATE SET retention_days = $2, revision = $3
       WHERE organization_retention.revision < $3`,
      organizationId,
      retentionDays,
      revision,
    );
  }

  /** Recordings outlive the request that asked for them (interface: deleting a request). */
  async detachRequest(organizationId: string, captureRequestId: string): Promise<void> {
    await this.database.execute(
      'UPDATE recording SET capture_request_id = NULL, submission_id = NULL WHERE organization_id = $1 AND capture_request_id = $2',
      organizationId,
      captureRequestId,
    );
  }
}
