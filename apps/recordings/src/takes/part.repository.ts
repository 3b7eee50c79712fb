import { Injectable } from '@nestjs/common';
import type { UploadRef } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { StoredPart } from './upload.model.js';

export interface GrantedPart {
  number: number;
  generation: number;
}

@Injectable()
export class PartRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Parts that count, in order. */
  stored(uploadId: string): Promise<StoredPart[]> {
    return this.database.query<StoredPart>(
      'SELECT number, size, sha256 FROM upload_part WHERE upload_id = $1 AND stored_at IS NOT NULL ORDER BY number',
      uploadId,
    );
  }

  async find(
    uploadId: string,
    number: number,
  ): Promise<{ generation: number; sha256: string | null } | undefined> {
    const [row] = await this.database.prepared<{ generation: number; sha256: string | null }>(
      'SELECT generation, sha256 FROM upload_part WHERE upload_id = $1 AND number = $2',
      uploadId,
      number,
    );
    return row;
  }

  /**
   * Gives each part a new generation that awaits these bytes, so that older grants of the part no longer work. Parts that
   * already count with the same bytes stay as they are and are not in the answer. The last statement of its transaction.
   */
  raiseGenerations(uploadId: string, parts: readonly StoredPart[]): Promise<GrantedPart[]> {
    return this.database.last<GrantedPart>(
      `INSERT INTO upload_part (upload_id, number, generation, awaited_size, awaited_sha256)
       SELECT $1, number, 1, size, sha256 FROM unnest($2::int[], $3::int[], $4::text[]) AS asked (number, size, sha256)
       ON CONFLICT (upload_id, number) DO UPDATE SET generation = upload_part.generation + 1,
         awaited_size = excluded.awaited_size, awaited_sha256 = excluded.awaited_sha256
         WHERE upload_part.sha256 IS DISTINCT FROM excluded.awaited_sha256
       RETURNING number, generation`,
      uploadId,
      parts.map((part) => part.number),
      parts.map((part) => part.size),
      parts.map((part) => part.sha256),
    );
  }

  /** A new generation of every part of an upload, which awaits nothing: no grant made so far counts any more. */
  revokeGrants(uploadId: string): Promise<GrantedPart[]> {
    return this.database.query<GrantedPart>(
      `UPDATE upload_part SET generation = generation + 1, awaited_size = NULL, awaited_sha256 = NULL
       WHERE upload_id = $1 RETURNING number, generation`,
      uploadId,
    );
  }

  /** Parts of a live upload that were granted and do not count yet. */
  awaited({ organizationId, uploadId }: UploadRef): Promise<StoredPart[]> {
    return this.database.query<StoredPart>(
      `SELECT p.number, p.awaited_size AS size, p.awaited_sha256 AS sha256 FROM upload_part p JOIN upload u ON u.id = p.upload_id
       WHERE u.id = $1 AND u.organization_id = $2 AND u.state IN ('open', 'stranded')
         AND p.awaited_sha256 IS NOT NULL AND p.sha256 IS DISTINCT FROM p.awaited_sha256
       ORDER BY p.number`,
      uploadId,
      organizationId,
    );
  }

  /** Counts parts that were found in the store, unless the upload has ended or others are awaited by now. */
  async recordArrived(uploadId: string, parts: readonly StoredPart[], now: Date): Promise<void> {
    await this.database.execute(
      `WITH live AS (SELECT id FROM upload WHERE id = $1 AND state IN ('open', 'stranded') FOR SHARE)
       UPDATE upload_part p SET size = p.awaited_size, sha256 = p.awaited_sha256, stored_at = $4
       FROM unnest($2::int[], $3::text[]) AS arrived (number, sha256), live
       WHERE p.upload_id = live.id AND p.number = arrived.number AND p.awaited_sha256 = arrived.sha256`,
      uploadId,
      parts.map((part) => part.number),
      parts.map((part) => part.sha256),
      now,
    );
  }

  /**
   * Counts a part whose bytes are safe. False when the upload is not open, as one that is stranded or has ended, or when a
   * newer grant was made meanwhile.
   */
  async record(uploadId: string, part: StoredPart & { generation: number }, now: Date): Promise<boolean> {
    const counted = await this.database.prepared(
      `WITH live AS (
         UPDATE upload SET last_activity_at = $6 WHERE id = $1 AND state = 'open' RETURNING id
       )
       UPDATE upload_part SET size = $3, sha256 = $4, stored_at = $6
       FROM live WHERE upload_id = live.id AND number = $2 AND generation = $5 RETURNING number`,
      uploadId,
      part.number,
      part.size,
      part.sha256,
      part.generation,
      now,
    );
    return counted.length === 1;
  }

  /** Forgets parts after `last`: they were not listed at complete and are not part of the take. */
  async dropAfter(uploadId: string, last: number): Promise<void> {
    await this.database.execute(
      'DELETE FROM upload_part WHERE upload_id = $1 AND number > $2',
      uploadId,
      last,
    );
  }

  /** Which of these parts count, of uploads whose bytes must be kept and are kept in parts. */
  async referenced(
    parts: readonly { uploadId: string; number: number; sha256: string }[],
  ): Promise<Set<string>> {
    const rows = await this.database.query<{ name: string }>(
      `SELECT p.upload_id || '/' || p.number || '/' || p.sha256 AS name FROM upload_part p JOIN upload u ON u.id = p.upload_id
       WHERE p.upload_id = ANY($1) AND p.stored_at IS NOT NULL AND u.state IN ('open', 'stranded', 'processing', 'failed', 'completed')
         AND u.file_key IS NULL`,
      [...new Set(parts.map((part) => part.uploadId))],
    );
    return new Set(rows.map((row) => row.name));
  }

  /**
   * No longer counts a part. False when other bytes were stored for it meanwhile, or when the take has landed: its parts
   * may be gone from the store then, and its file is there all the same.
   */
  async forget(uploadId: string, part: StoredPart): Promise<boolean> {
    const changed = await this.database.execute(
      `WITH unfinished AS (SELECT id FROM upload WHERE id = $1 AND state <> 'completed' FOR SHARE)
       UPDATE upload_part SET size = NULL, sha256 = NULL, stored_at = NULL
       FROM unfinished WHERE upload_id = unfinished.id AND number = $2 AND sha256 = $3`,
      uploadId,
      part.number,
      part.sha256,
    );
    return changed === 1;
  }
}
