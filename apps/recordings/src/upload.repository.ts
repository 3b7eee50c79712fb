import { Injectable } from '@nestjs/common';
import type { OpenUpload, TrackKind } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from './generated/prisma/client.js';
import type { StoredPart, UploadPhaseState, UploadShape } from './upload.model.js';

export interface UploadRow extends UploadShape {
  id: string;
  organizationId: string;
  kind: TrackKind;
  contentType: string;
  captureRequestId: string | null;
  sessionId: string | null;
  participantId: string | null;
  isGuest: boolean;
  state: UploadPhaseState;
  createdAt: Date;
  lastActivityAt: Date;
  recordingId: string | null;
  /** JSON text of CompletedUpload. */
  answer: string | null;
}

export interface GrantedPart {
  number: number;
  generation: number;
}

interface UploadRecord extends Omit<UploadRow, 'sizeBytes'> {
  sizeBytes: bigint | null;
}

const COLUMNS = `id, organization_id AS "organizationId", kind, content_type AS "contentType", size_bytes AS "sizeBytes",
  part_size AS "partSize", capture_request_id AS "captureRequestId", session_id AS "sessionId",
  participant_id AS "participantId", is_guest AS "isGuest", state, created_at AS "createdAt",
  last_activity_at AS "lastActivityAt", recording_id AS "recordingId", answer`;

function toRow(record: UploadRecord): UploadRow {
  return { ...record, sizeBytes: record.sizeBytes === null ? null : Number(record.sizeBytes) };
}

@Injectable()
export class UploadRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  /** False when an upload with this id exists. */
  async insert(upload: OpenUpload, partSize: number, now: Date): Promise<boolean> {
    const changed = await this.db.execute(
      `INSERT INTO upload (id, organization_id, kind, content_type, size_bytes, part_size, capture_request_id, session_id,
         participant_id, is_guest, state, created_at, last_activity_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', $11, $11) ON CONFLICT (id) DO NOTHING`,
      upload.uploadId,
      upload.organizationId,
      upload.kind,
      upload.contentType,
      upload.sizeBytes,
      partSize,
      upload.captureRequestId,
      upload.sessionId,
      upload.participantId,
      upload.isGuest,
      now,
    );
    return changed === 1;
  }

  async find(organizationId: string, id: string): Promise<UploadRow | undefined> {
    const [row] = await this.db.query<UploadRecord>(
      `SELECT ${COLUMNS} FROM upload WHERE id = $1 AND organization_id = $2`,
      id,
      organizationId,
    );
    return row && toRow(row);
  }

  /** The same, held until the transaction ends: complete, abort and grants take turns. */
  async lock(organizationId: string, id: string): Promise<UploadRow | undefined> {
    const [row] = await this.db.query<UploadRecord>(
      `SELECT ${COLUMNS} FROM upload WHERE id = $1 AND organization_id = $2 FOR UPDATE`,
      id,
      organizationId,
    );
    return row && toRow(row);
  }

  /** Of any organization: for signed part URLs and operators. */
  async findById(id: string): Promise<UploadRow | undefined> {
    const [row] = await this.db.query<UploadRecord>(`SELECT ${COLUMNS} FROM upload WHERE id = $1`, id);
    return row && toRow(row);
  }

  storedParts(uploadId: string): Promise<StoredPart[]> {
    return this.db.query<StoredPart>(
      'SELECT number, size, sha256 FROM upload_part WHERE upload_id = $1 AND stored_at IS NOT NULL ORDER BY number',
      uploadId,
    );
  }

  async findPart(uploadId: string, number: number): Promise<{ generation: number; sha256: string | null } | undefined> {
    const [row] = await this.db.query<{ generation: number; sha256: string | null }>(
      'SELECT generation, sha256 FROM upload_part WHERE upload_id = $1 AND number = $2',
      uploadId,
      number,
    );
    return row;
  }

  /** A new generation of each part: whoever holds an older grant of it is fenced off. */
  raiseGenerations(uploadId: string, numbers: number[]): Promise<GrantedPart[]> {
    return this.db.query<GrantedPart>(
      `INSERT INTO upload_part (upload_id, number, generation) SELECT $1, number, 1 FROM unnest($2::int[]) AS number
       ON CONFLICT (upload_id, number) DO UPDATE SET generation = upload_part.generation + 1
       RETURNING number, generation`,
      uploadId,
      numbers,
    );
  }

  /** Counts a part whose bytes are safe. False when the upload has ended or a newer grant was made meanwhile. */
  async recordPart(uploadId: string, part: StoredPart & { generation: number }, now: Date): Promise<boolean> {
    const changed = await this.db.execute(
      `WITH live AS (
         UPDATE upload SET last_activity_at = $6, state = 'open' WHERE id = $1 AND state IN ('open', 'stranded') RETURNING id
       )
       UPDATE upload_part SET size = $3, sha256 = $4, stored_at = $6
       FROM live WHERE upload_id = live.id AND number = $2 AND generation = $5`,
      uploadId,
      part.number,
      part.size,
      part.sha256,
      part.generation,
      now,
    );
    return changed === 1;
  }

  async touch(id: string, now: Date): Promise<void> {
    await this.db.execute(
      `UPDATE upload SET last_activity_at = $2, state = 'open' WHERE id = $1 AND state IN ('open', 'stranded')`,
      id,
      now,
    );
  }

  async markAborted(id: string, now: Date): Promise<void> {
    await this.db.execute(`UPDATE upload SET state = 'aborted', ended_at = $2 WHERE id = $1`, id, now);
  }

  async markCompleted(id: string, completion: { recordingId: string; answer: string }, now: Date): Promise<void> {
    await this.db.execute(
      `UPDATE upload SET state = 'completed', ended_at = $4, recording_id = $2, answer = $3 WHERE id = $1`,
      id,
      completion.recordingId,
      completion.answer,
      now,
    );
  }

  /** Forgets parts after `last`: they were not listed at complete and are not part of the take. */
  async dropPartsAfter(uploadId: string, last: number): Promise<void> {
    await this.db.execute('DELETE FROM upload_part WHERE upload_id = $1 AND number > $2', uploadId, last);
  }

  ofSession(organizationId: string, sessionId: string): Promise<UploadRow[]> {
    return this.rows('session_id = $1 AND organization_id = $2 ORDER BY id', sessionId, organizationId);
  }

  /** Marks uploads without activity since then as stranded. */
  strandSilent(silentSince: Date, count: number): Promise<UploadRow[]> {
    return this.claim(`state = 'stranded'`, `state = 'open'`, silentSince, count);
  }

  /** Gives up uploads that nobody came back to. */
  abortSilent(silentSince: Date, now: Date, count: number): Promise<UploadRow[]> {
    return this.claim(`state = 'aborted', ended_at = $3`, `state IN ('open', 'stranded')`, silentSince, count, now);
  }

  /** Newest first, from after `cursor`. */
  page(state: UploadPhaseState, cursor: string | undefined, count: number): Promise<UploadRow[]> {
    return this.rows('state = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3', state, cursor ?? null, count);
  }

  /** Live or completed uploads in the order of their ids, from after `last`: those whose bytes must be there. */
  heldAfter(last: string, count: number): Promise<UploadRow[]> {
    return this.rows(`state IN ('open', 'stranded', 'completed') AND id > $1 ORDER BY id LIMIT $2`, last, count);
  }

  /** Which of these parts count, of uploads whose bytes must be kept. */
  async referenced(parts: readonly { uploadId: string; number: number; sha256: string }[]): Promise<Set<string>> {
    const rows = await this.db.query<{ name: string }>(
      `SELECT p.upload_id || '/' || p.number || '/' || p.sha256 AS name FROM upload_part p JOIN upload u ON u.id = p.upload_id
       WHERE p.upload_id = ANY($1) AND p.stored_at IS NOT NULL AND u.state IN ('open', 'stranded', 'completed')`,
      [...new Set(parts.map((part) => part.uploadId))],
    );
    return new Set(rows.map((row) => row.name));
  }

  /** Ended uploads whose bytes are still to be removed. */
  uncleared(count: number): Promise<UploadRow[]> {
    return this.rows(`state IN ('aborted', 'removed') AND cleared_at IS NULL ORDER BY ended_at LIMIT $1`, count);
  }

  async markCleared(id: string, now: Date): Promise<void> {
    await this.db.execute('UPDATE upload SET cleared_at = $2 WHERE id = $1', id, now);
  }

  /** No longer counts a part, unless other bytes were stored for it meanwhile. */
  async forgetPart(uploadId: string, part: StoredPart): Promise<void> {
    await this.db.execute(
      'UPDATE upload_part SET size = NULL, sha256 = NULL, stored_at = NULL WHERE upload_id = $1 AND number = $2 AND sha256 = $3',
      uploadId,
      part.number,
      part.sha256,
    );
  }

  private async claim(change: string, condition: string, ...values: unknown[]): Promise<UploadRow[]> {
    const records = await this.db.query<UploadRecord>(
      `UPDATE upload SET ${change} WHERE id IN (
         SELECT id FROM upload WHERE ${condition} AND last_activity_at < $1 ORDER BY last_activity_at LIMIT $2 FOR UPDATE SKIP LOCKED
       ) RETURNING ${COLUMNS}`,
      ...values,
    );
    return records.map(toRow);
  }

  private async rows(condition: string, ...values: unknown[]): Promise<UploadRow[]> {
    const records = await this.db.query<UploadRecord>(`SELECT ${COLUMNS} FROM upload WHERE ${condition}`, ...values);
    return records.map(toRow);
  }
}
