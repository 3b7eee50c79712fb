import { Injectable } from '@nestjs/common';
import type { DeletionReason } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { TrackObject } from './deletion-receipt.model.js';

export interface ReceiptRow {
  recordingId: string;
  organizationId: string;
  /** Whose footage it was; null of sessions. */
  submissionId: string | null;
  reason: DeletionReason;
  deletedAt: Date;
  /** JSON text. */
  receipt: string;
}

type ObjectRecord = Omit<TrackObject, 'sizeBytes'> & { sizeBytes: bigint };

const RECEIPT = `recording_id AS "recordingId", organization_id AS "organizationId", submission_id AS "submissionId", reason,
  deleted_at AS "deletedAt", receipt`;

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

  /** True when a track's upload has not been ended: it was opened after `endUploads` looked. */
  async hasHeldUploads(recordingId: string): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM track t JOIN upload u ON u.id = t.upload_id
       WHERE t.recording_id = $1 AND u.state NOT IN ('aborted', 'removed') LIMIT 1`,
      recordingId,
    );
    return rows.length > 0;
  }

  /** What lies in the store for the recording's tracks besides whole originals: copies, and parts of what never was whole. */
  async objectsOf(recordingId: string): Promise<TrackObject[]> {
    const rows = await this.database.query<ObjectRecord>(
      `SELECT t.id AS "trackId", o.kind, o.number, o.sha256, o.size AS "sizeBytes" FROM track t
       JOIN upload u ON u.id = t.upload_id AND u.cleared_at IS NULL
       CROSS JOIN LATERAL (
         SELECT r.name AS kind, NULL::int AS number, r.sha256, r.size_bytes AS size FROM rendition r
         WHERE r.upload_id = u.id AND r.state = 'ready'
         UNION ALL
         SELECT 'part', p.number, p.sha256, p.size::bigint FROM upload_part p
         WHERE p.upload_id = u.id AND p.stored_at IS NOT NULL AND t.sha256 IS NULL) o
       WHERE t.recording_id = $1 ORDER BY t.id, o.kind, o.number`,
      recordingId,
    );
    return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes) }));
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

  async receiptOf(organizationId: string, recordingId: string): Promise<ReceiptRow | undefined> {
    const [row] = await this.database.query<ReceiptRow>(
      `SELECT ${RECEIPT} FROM deletion_receipt WHERE recording_id = $1 AND organization_id = $2`,
      recordingId,
      organizationId,
    );
    return row;
  }

  async receiptOfSubmission(organizationId: string, submissionId: string): Promise<ReceiptRow | undefined> {
    const [row] = await this.database.query<ReceiptRow>(
      `SELECT ${RECEIPT} FROM deletion_receipt WHERE submission_id = $1 AND organization_id = $2`,
      submissionId,
      organizationId,
    );
    return row;
  }

  /** Footage whose organization keeps it no longer, oldest first, without that of `but`. */
  outlived(
    now: Date,
    count: number,
    but: readonly string[],
  ): Promise<{ id: string; organizationId: string }[]> {
    return this.database.query(
      `SELECT r.id, r.organization_id AS "organizationId" FROM recording r
       JOIN organization_retention o ON o.organization_id = r.organization_id
       WHERE o.retention_days IS NOT NULL AND r.deleted_at IS NULL AND r.promoted_at IS NOT NULL AND r.status <> 'expired'
         AND r.created_at + make_interval(days => o.retention_days) <= $1 AND r.id <> ALL($3)
       ORDER BY r.created_at LIMIT $2`,
      now,
      count,
      but,
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

  /** Recordings outlive the request that asked for them. */
  async detachRequest(organizationId: string, captureRequestId: string): Promise<void> {
    await this.database.execute(
      'UPDATE recording SET capture_request_id = NULL, submission_id = NULL WHERE organization_id = $1 AND capture_request_id = $2',
      organizationId,
      captureRequestId,
    );
  }
}
