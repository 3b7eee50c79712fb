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
  /** Why it cannot be made, or how the last attempt went wrong. */
  failure: string | null;
  partSize: number;
  sizeBytes: number | null;
  /** Lower-case hex. */
  sha256: string | null;
  /** Key of the one blob that holds the file; null where it lies in its parts. */
  fileKey: string | null;
  readyAt: Date | null;
  /** When it was last asked for, exact to a day. */
  usedAt: Date | null;
}

export interface MadeFile {
  sizeBytes: number;
  sha256: string;
  fileKey: string | null;
}

export type RenditionRecord = Omit<RenditionRow, 'sizeBytes'> & { sizeBytes: bigint | null };

export const RENDITION_COLUMNS = `upload_id AS "uploadId", name, organization_id AS "organizationId", state, attempt, failure,
  part_size AS "partSize", size_bytes AS "sizeBytes", sha256, file_key AS "fileKey", ready_at AS "readyAt",
  used_at AS "usedAt"`;

export function toRenditionRow(record: RenditionRecord): RenditionRow {
  return { ...record, sizeBytes: record.sizeBytes === null ? null : Number(record.sizeBytes) };
}

@Injectable()
export class RenditionRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find({ uploadId, name }: RenditionRef): Promise<RenditionRow | undefined> {
    const [row] = await this.database.query<RenditionRecord>(
      `SELECT ${RENDITION_COLUMNS} FROM rendition WHERE upload_id = $1 AND name = $2`,
      uploadId,
      name,
    );
    return row && toRenditionRow(row);
  }

  /** Asks for a file of an upload that is there; asking again changes nothing. */
  async request(ref: RenditionRef, partSize: number, now: Date): Promise<void> {
    await this.database.execute(
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

  /** Records that the copy was requested now. False when it has been deleted. */
  async markUsed({ uploadId, name }: RenditionRef, now: Date): Promise<boolean> {
    const changed = await this.database.execute(
      'UPDATE rendition SET used_at = $3 WHERE upload_id = $1 AND name = $2',
      uploadId,
      name,
      now,
    );
    return changed === 1;
  }

  /**
   * Forgets up to `limit` that nobody has asked for since `time`, whether or not they could be made; returns how many. Their
   * bytes go when the store is next compared with the database.
   */
  deleteUnused(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM rendition WHERE ctid = ANY
         (ARRAY(SELECT ctid FROM rendition
          WHERE state <> 'pending' AND requested_at < $1 AND (used_at IS NULL OR used_at < $1)
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }

  async parts({ uploadId, name }: RenditionRef): Promise<StoredPart[]> {
    const sql = `SELECT number, size, sha256, name AS rendition FROM rendition_part
      WHERE upload_id = $1 AND name = $2 ORDER BY number`;
    return this.database.query<StoredPart>(sql, uploadId, name);
  }

  /** Keys of these uploads' renditions that count: of those that are there, and of what is being made now. */
  async referenced(uploadIds: readonly string[], now: Date): Promise<Set<string>> {
    const rows = await this.database.query<{ key: string }>(
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
    await this.database.execute('DELETE FROM rendition WHERE upload_id = $1', uploadId);
  }

  /** Lets one that could not be made be asked for anew. */
  async dropFailed(uploadId: string): Promise<void> {
    await this.database.execute(`DELETE FROM rendition WHERE upload_id = $1 AND state = 'failed'`, uploadId);
  }
}
