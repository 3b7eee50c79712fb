import { Injectable } from '@nestjs/common';
import type { OpenUpload, TrackKind } from '@capture/contracts';
import { Database, MAKES_BRIEF } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import { parseTakeKey } from '../store/object-keys.js';
import type { UploadPhaseState, UploadShape } from './upload.model.js';

export interface UploadRow extends UploadShape {
  id: string;
  organizationId: string;
  kind: TrackKind;
  contentType: string;
  captureRequestId: string | null;
  sessionId: string | null;
  participantId: string | null;
  isGuest: boolean;
  takeNumber: number | null;
  state: UploadPhaseState;
  createdAt: Date;
  lastActivityAt: Date;
  recordingId: string | null;
  /** JSON text of CompletedUpload. */
  answer: string | null;
  /** Key of the one blob that holds the whole file; null where it lies in its parts. */
  fileKey: string | null;
  /** JSON text of the CompleteUpload that is being carried out; null before complete and once it was refused. */
  completion: string | null;
  /** Starts of reading the file. */
  attempt: number;
  /** How the last reading went wrong. */
  failure: string | null;
}

export interface UploadRecord extends Omit<UploadRow, 'sizeBytes'> {
  sizeBytes: bigint | null;
}

export const UPLOAD_COLUMNS = `id, organization_id AS "organizationId", kind, content_type AS "contentType", size_bytes AS "sizeBytes",
  part_size AS "partSize", capture_request_id AS "captureRequestId", session_id AS "sessionId",
  participant_id AS "participantId", is_guest AS "isGuest", take_number AS "takeNumber", state, created_at AS "createdAt",
  last_activity_at AS "lastActivityAt", recording_id AS "recordingId", answer,
  file_key AS "fileKey", completion, attempt, failure`;

export function toUploadRow(record: UploadRecord): UploadRow {
  return { ...record, sizeBytes: record.sizeBytes === null ? null : Number(record.sizeBytes) };
}

@Injectable()
export class UploadRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** False when an upload with this id exists. */
  async insert(upload: OpenUpload, partSize: number, now: Date): Promise<boolean> {
    const changed = await this.database.execute(
      `INSERT INTO upload (id, organization_id, kind, content_type, size_bytes, part_size, capture_request_id, session_id,
         participant_id, is_guest, take_number, state, created_at, last_activity_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'open', $12, $12) ON CONFLICT (id) DO NOTHING`,
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
      upload.takeNumber ?? null,
      now,
    );
    return changed === 1;
  }

  /** Of an upload without stored parts. */
  async setPartSize(id: string, partSize: number): Promise<void> {
    await this.database.execute('UPDATE upload SET part_size = $2 WHERE id = $1', id, partSize);
  }

  async find(organizationId: string, id: string): Promise<UploadRow | undefined> {
    const [row] = await this.database.prepared<UploadRecord>(
      `SELECT ${UPLOAD_COLUMNS} FROM upload WHERE id = $1 AND organization_id = $2`,
      id,
      organizationId,
    );
    return row && toUploadRow(row);
  }

  /** The same, locked until the transaction ends: serializes complete, abort and grants. */
  async lock(organizationId: string, id: string): Promise<UploadRow | undefined> {
    const [row] = await this.database.prepared<UploadRecord>(
      `SELECT ${UPLOAD_COLUMNS} FROM upload WHERE id = $1 AND organization_id = $2 FOR UPDATE`,
      id,
      organizationId,
    );
    return row && toUploadRow(row);
  }

  /** Of any organization: for signed part URLs and operators. */
  async findById(id: string): Promise<UploadRow | undefined> {
    const [row] = await this.database.prepared<UploadRecord>(
      `SELECT ${UPLOAD_COLUMNS} FROM upload WHERE id = $1`,
      id,
    );
    return row && toUploadRow(row);
  }

  async touch(id: string, now: Date): Promise<void> {
    await this.database.prepared(
      `UPDATE upload SET last_activity_at = $2, state = 'open' WHERE id = $1 AND state IN ('open', 'stranded')`,
      id,
      now,
    );
  }

  async markAborted(id: string, now: Date): Promise<void> {
    await this.database.execute(
      `UPDATE upload SET state = 'aborted', ended_at = $2, completion = NULL WHERE id = $1`,
      id,
      now,
    );
  }

  async markCompleted(
    id: string,
    completion: { recordingId: string; answer: string; fileKey: string | null },
    now: Date,
  ): Promise<void> {
    await this.database.execute(
      `UPDATE upload SET state = 'completed', ended_at = $4, recording_id = $2, answer = $3, file_key = $5,
         completion = NULL, deaths = 0, retry_at = NULL, failure = NULL WHERE id = $1`,
      id,
      completion.recordingId,
      completion.answer,
      now,
      completion.fileKey,
    );
  }

  async fileKey(id: string): Promise<string | null> {
    const [row] = await this.database.query<{ fileKey: string | null }>(
      'SELECT file_key AS "fileKey" FROM upload WHERE id = $1',
      id,
    );
    return row?.fileKey ?? null;
  }

  /** Which of these joined files belong to uploads whose bytes must be kept. */
  async referencedFiles(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ fileKey: string }>(
      `SELECT file_key AS "fileKey" FROM upload WHERE id = ANY($1) AND file_key = ANY($2) AND state = 'completed'`,
      keys.map((key) => parseTakeKey(key)?.uploadId ?? ''),
      keys,
    );
    return new Set(rows.map((row) => row.fileKey));
  }

  ofSession(organizationId: string, sessionId: string): Promise<UploadRow[]> {
    return this.rows('session_id = $1 AND organization_id = $2 ORDER BY id', sessionId, organizationId);
  }

  /** Marks uploads without activity since then as stranded. */
  strandSilent(silentSince: Date, count: number): Promise<UploadRow[]> {
    return this.claim(`state = 'stranded'`, `state = 'open'`, silentSince, count);
  }

  /** Aborts uploads without activity since then. */
  abortSilent(silentSince: Date, now: Date, count: number): Promise<UploadRow[]> {
    return this.claim(
      `state = 'aborted', ended_at = $3`,
      `state IN ('open', 'stranded')`,
      silentSince,
      count,
      now,
    );
  }

  /** Newest first, from after `cursor`. */
  page(state: UploadPhaseState, cursor: string | undefined, count: number): Promise<UploadRow[]> {
    return this.rows(
      'state = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3',
      state,
      cursor ?? null,
      count,
    );
  }

  /** Live or completed uploads in the order of their ids, from after `last`: those whose bytes must be there. */
  heldAfter(last: string, count: number): Promise<UploadRow[]> {
    return this.rows(
      `state IN ('open', 'stranded', 'processing', 'failed', 'completed') AND id > $1 ORDER BY id LIMIT $2`,
      last,
      count,
    );
  }

  /** Ended uploads whose bytes are still to be removed. */
  uncleared(count: number): Promise<UploadRow[]> {
    return this.rows(
      `state IN ('aborted', 'removed') AND cleared_at IS NULL ORDER BY ended_at LIMIT $1`,
      count,
    );
  }

  /**
   * Ended uploads that were cleared before `settleSec` had passed since their end: what was under way then may have brought
   * bytes afterwards. Those that were cleared over a day earlier are left to the reconciliation.
   */
  unsettled(now: Date, settleSec: number, count: number): Promise<UploadRow[]> {
    return this.rows(
      `state IN ('aborted', 'removed') AND cleared_at > $1::timestamptz - make_interval(secs => $2::int, days => 1)
         AND ended_at + make_interval(secs => $2::int) <= $1 AND cleared_at < ended_at + make_interval(secs => $2::int)
       ORDER BY ended_at LIMIT $3`,
      now,
      settleSec,
      count,
    );
  }

  async markCleared(id: string, now: Date): Promise<void> {
    await this.database.execute('UPDATE upload SET cleared_at = $2 WHERE id = $1', id, now);
  }

  private async claim(change: string, condition: string, ...values: unknown[]): Promise<UploadRow[]> {
    const records = await this.database.query<UploadRecord>(
      `UPDATE upload SET ${change} WHERE id = ANY (ARRAY(
         SELECT id FROM upload WHERE ${condition} AND last_activity_at < $1 ORDER BY last_activity_at LIMIT $2 FOR UPDATE SKIP LOCKED
       )) AND ${MAKES_BRIEF} RETURNING ${UPLOAD_COLUMNS}`,
      ...values,
    );
    return records.map(toUploadRow);
  }

  private async rows(condition: string, ...values: unknown[]): Promise<UploadRow[]> {
    const records = await this.database.query<UploadRecord>(
      `SELECT ${UPLOAD_COLUMNS} FROM upload WHERE ${condition}`,
      ...values,
    );
    return records.map(toUploadRow);
  }
}
