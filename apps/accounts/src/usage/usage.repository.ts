import { Injectable } from '@nestjs/common';
import { AppError, type AllowanceState } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Granularity, Period, UsageBucket, UsageSource } from './usage.model.js';

/** Footage of one track that became available. */
export interface UsageEntry {
  trackId: string;
  organizationId: string;
  recordingId: string;
  source: UsageSource;
  durationSec: number;
  sizeBytes: number;
  collectedAt: Date;
}

const ADD = `
  INSERT INTO usage_entry (track_id, organization_id, recording_id, source, duration_sec, size_bytes, collected_at, deleted_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT deleted_at FROM usage_deletion WHERE recording_id = $3))
  ON CONFLICT (track_id) DO NOTHING`;
/** Of the month `$2` to `$3`. */
const ALLOWANCE = `
  SELECT coalesce(o.allowance_sec, p.included_sec)::float8 AS "includedSec", o.paused AS "organizationPaused",
         p.submission_cap AS "submissionCap",
         (SELECT coalesce(sum(duration_sec), 0)::float8 FROM usage_entry
          WHERE organization_id = $1 AND collected_at >= $2 AND collected_at < $3) AS "usedSec",
         (SELECT id FROM member WHERE organization_id = $1 AND removed_at IS NULL AND role = 'owner'
          ORDER BY id LIMIT 1) AS "ownerMemberId"
  FROM organization o JOIN plan p ON p.name = o.plan_name WHERE o.id = $1`;
const BUCKETS = `
  SELECT date_trunc($4, collected_at, 'UTC') AS start,
         coalesce(sum(duration_sec) FILTER (WHERE source = 'capture_request'), 0)::float8 AS "captureRequestSec",
         coalesce(sum(duration_sec) FILTER (WHERE source = 'session'), 0)::float8 AS "sessionSec"
  FROM usage_entry
  WHERE organization_id = $1 AND collected_at >= $2 AND collected_at < $3
  GROUP BY 1 ORDER BY 1`;

@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Counts a track once, however often it is reported. It occupies nothing if its recording is deleted already. */
  async add(entry: UsageEntry): Promise<void> {
    const { trackId, organizationId, recordingId, source, durationSec, sizeBytes, collectedAt } = entry;
    await this.lockRecording(recordingId);
    await this.database.execute(
      ADD,
      trackId,
      organizationId,
      recordingId,
      source,
      durationSec,
      BigInt(sizeBytes),
      collectedAt,
    );
  }

  /** Frees the storage of a recording. What was collected stays counted. */
  async free(recordingId: string, deletedAt: Date): Promise<void> {
    await this.lockRecording(recordingId);
    await this.database.client.usageDeletion.createMany({
      data: [{ recordingId, deletedAt }],
      skipDuplicates: true,
    });
    await this.database.client.usageEntry.updateMany({
      where: { recordingId, deletedAt: null },
      data: { deletedAt },
    });
  }

  /**
   * What the organization may collect in `month`, and has. One statement, because everything that is created asks. It adds up
   * a month, and so has a connection of its own: look-ups of keys share theirs, and would wait behind it.
   * @throws AppError `not_found`
   */
  async allowance(organizationId: string, { from, to }: Period): Promise<Omit<AllowanceState, 'spent'>> {
    const [row] = await this.database.runDirectly(() =>
      this.database.last<Omit<AllowanceState, 'spent'>>(ALLOWANCE, organizationId, from, to),
    );
    if (!row) throw new AppError('not_found', 'No organization with this id.');
    return row;
  }

  /** Days or months (UTC) in which something was collected. */
  buckets(organizationId: string, { from, to }: Period, granularity: Granularity): Promise<UsageBucket[]> {
    return this.database.query<UsageBucket>(BUCKETS, organizationId, from, to, granularity);
  }

  async storedBytes(organizationId: string): Promise<number> {
    const [row] = await this.database.query<{ bytes: number }>(
      `SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM usage_entry
       WHERE organization_id = $1 AND deleted_at IS NULL`,
      organizationId,
    );
    return row?.bytes ?? 0;
  }

  /**
   * Concurrent transactions for a track and for the deletion of its recording would not see each other's rows, and the
   * track's bytes would count for ever. The lock ends with the running transaction.
   */
  private async lockRecording(recordingId: string): Promise<void> {
    await this.database.lock(`usage ${recordingId}`);
  }
}
