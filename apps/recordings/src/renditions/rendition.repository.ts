import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { RenditionName } from '../store/object-keys.js';
import type { StoredPart } from '../takes/upload.model.js';

/** Which file made of which upload. */
export interface RenditionRef {
  organizationId: string;
  uploadId: string;
  name: RenditionName;
}

export interface RenditionRow extends RenditionRef {
  state: 'pending' | 'ready' | 'failed';
  attempt: number;
  /** Why it cannot be made; null unless it failed. */
  failure: string | null;
  partSize: number;
  sizeBytes: number | null;
  /** Lower-case hex. */
  sha256: string | null;
  /** Key of the one blob that holds the file; null where it lies in its parts. */
  fileKey: string | null;
  readyAt: Date | null;
}

export interface MadeFile {
  sizeBytes: number;
  sha256: string;
  fileKey: string | null;
}

type RenditionRecord = Omit<RenditionRow, 'sizeBytes'> & { sizeBytes: bigint | null };

const COLUMNS = `upload_id AS "uploadId", name, organization_id AS "organizationId", state, attempt, failure,
  part_size AS "partSize", size_bytes AS "sizeBytes", sha256, file_key AS "fileKey", ready_at AS "readyAt"`;

function toRow(record: RenditionRecord): RenditionRow {
  return { ...record, sizeBytes: record.sizeBytes === null ? null : Number(record.sizeBytes) };
}

@Injectable()
export class RenditionRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  async find({ uploadId, name }: RenditionRef): Promise<RenditionRow | undefined> {
    const [row] = await this.db.query<RenditionRecord>(
      `SELECT ${COLUMNS} FROM rendition WHERE upload_id = $1 AND name = $2`,
      uploadId,
      name,
    );
    return row && toRow(row);
  }

  /** Asks for a file of an upload that is there; asking again changes nothing. */
  async request(ref: RenditionRef, partSize: number, now: Date): Promise<void> {
    await this.db.execute(
      `INSERT INTO rendition (upload_id, name, organization_id, state, part_size, requested_at)
       SELECT id, $2, organization_id, 'pending', $4, $5 FROM upload
       WHERE id = $1 AND organization_id = $3 AND state = 'completed' ON CONFLICT DO NOTHING`,
      ref.uploadId,
      ref.name,
      ref.organizationId,
      partSize,
      now,
    );
  }

  /** Wanted files that nobody is making, oldest first. */
  async waiting(now: Date, count: number): Promise<RenditionRow[]> {
    const rows = await this.db.query<RenditionRecord>(
      `SELECT ${COLUMNS} FROM rendition WHERE state = 'pending' AND (lease_until IS NULL OR lease_until <= $1)
       ORDER BY requested_at LIMIT $2`,
      now,
      count,
    );
    return rows.map(toRow);
  }

  /**
   * Takes a wanted file to be made until `leaseUntil`; what an earlier attempt wrote no longer counts. Undefined when
   * somebody else has it. One that was taken `maxDeaths` times in a row without an end is given up instead.
   */
  async claim(
    { uploadId, name }: RenditionRef,
    now: Date,
    leaseUntil: Date,
    maxDeaths: number,
  ): Promise<RenditionRow | undefined> {
    return this.db.run(async () => {
      const [row] = await this.db.query<RenditionRecord>(
        `UPDATE rendition SET attempt = attempt + 1, deaths = deaths + 1, lease_until = $4,
           state = CASE WHEN deaths < $5 THEN 'pending' ELSE 'failed' END,
           failure = CASE WHEN deaths < $5 THEN NULL ELSE 'making it ended the process again and again' END
         WHERE upload_id = $1 AND name = $2 AND state = 'pending' AND (lease_until IS NULL OR lease_until <= $3)
         RETURNING ${COLUMNS}`,
        uploadId,
        name,
        now,
        leaseUntil,
        maxDeaths,
      );
      if (row) {
        const sql = 'DELETE FROM rendition_part WHERE upload_id = $1 AND name = $2';
        await this.db.execute(sql, uploadId, name);
      }
      return row?.state === 'pending' ? toRow(row) : undefined;
    });
  }

  /** False when the attempt is no longer the newest, or the file no longer wanted. */
  async renew(row: RenditionRow, leaseUntil: Date): Promise<boolean> {
    return this.change(row, 'lease_until = $4', leaseUntil);
  }

  /** Notes a part before its bytes are put, so that they are never taken for somebody's leftovers. */
  async addPart(row: RenditionRow, part: StoredPart): Promise<boolean> {
    const changed = await this.db.execute(
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

  /** False when the original is gone or a newer attempt is under way: then nothing of this one counts. */
  async finish(row: RenditionRow, file: MadeFile, now: Date): Promise<boolean> {
    return this.change(
      row,
      `state = 'ready', deaths = 0, lease_until = NULL, size_bytes = $4, sha256 = $5, file_key = $6, ready_at = $7`,
      file.sizeBytes,
      file.sha256,
      file.fileKey,
      now,
    );
  }

  /** It cannot be made of this original. */
  async fail(row: RenditionRow, reason: string): Promise<void> {
    await this.change(row, `state = 'failed', deaths = 0, lease_until = NULL, failure = $4`, reason);
  }

  /** Leaves it to another attempt, not before `retryAt`. */
  async release(row: RenditionRow, retryAt: Date): Promise<void> {
    await this.change(row, 'deaths = 0, lease_until = $4', retryAt);
  }

  async parts({ uploadId, name }: RenditionRef): Promise<StoredPart[]> {
    const sql = `SELECT number, size, sha256, name AS rendition FROM rendition_part
      WHERE upload_id = $1 AND name = $2 ORDER BY number`;
    return this.db.query<StoredPart>(sql, uploadId, name);
  }

  /** Keys of these uploads' renditions that count: of those that are there, and of what is being made now. */
  async referenced(uploadIds: readonly string[], now: Date): Promise<Set<string>> {
    const rows = await this.db.query<{ key: string }>(
      `SELECT coalesce(r.file_key, concat(r.organization_id, '/', r.upload_id, '/', r.name, '-',
           lpad(p.number::text, greatest(5, length(p.number::text)), '0'), '-', p.sha256)) AS key
       FROM rendition r JOIN upload u ON u.id = r.upload_id
       LEFT JOIN rendition_part p ON p.upload_id = r.upload_id AND p.name = r.name
       WHERE r.upload_id = ANY($1) AND u.state = 'completed' AND (r.state = 'ready' OR r.lease_until > $2)`,
      [...new Set(uploadIds)],
      now,
    );
    return new Set(rows.map((row) => row.key));
  }

  /** Forgets what was made of an upload; when asked for again it is made anew. */
  async drop(uploadId: string): Promise<void> {
    await this.db.execute('DELETE FROM rendition WHERE upload_id = $1', uploadId);
  }

  /** Lets one that could not be made be asked for anew. */
  async dropFailed(uploadId: string): Promise<void> {
    await this.db.execute(`DELETE FROM rendition WHERE upload_id = $1 AND state = 'failed'`, uploadId);
  }

  private async change(row: RenditionRow, assignment: string, ...values: unknown[]): Promise<boolean> {
    const changed = await this.db.execute(
      `UPDATE rendition SET ${assignment} WHERE upload_id = $1 AND name = $2 AND attempt = $3 AND state = 'pending'
         AND EXISTS (SELECT 1 FROM upload WHERE id = $1 AND state = 'completed')`,
      row.uploadId,
      row.name,
      row.attempt,
      ...values,
    );
    return changed === 1;
  }
}
