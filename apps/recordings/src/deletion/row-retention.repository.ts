import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

/** Rows that outlive what they are about. Every method takes up to `limit` that nobody holds and returns how many. */
@Injectable()
export class RowRetentionRepository {
  constructor(private readonly database: Database) {}

  /** Uploads, with their parts, whose bytes were removed before `time`. */
  deleteEndedUploads(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM upload WHERE id = ANY
         (ARRAY(SELECT id FROM upload WHERE state IN ('aborted', 'removed') AND cleared_at < $1
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }

  /** Recordings of takes, with their tracks, that were deleted before `time`. */
  deleteRecordings(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM recording WHERE id = ANY
         (ARRAY(SELECT id FROM recording WHERE deleted_at < $1 AND session_id IS NULL LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }

  /** Tracks of sessions' recordings that were deleted before `time`. The recording stays: a session has one only. */
  deleteTracks(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM track WHERE id = ANY
         (ARRAY(SELECT t.id FROM recording r JOIN track t ON t.recording_id = r.id
          WHERE r.deleted_at < $1 AND r.session_id IS NOT NULL LIMIT $2 FOR UPDATE OF t SKIP LOCKED))`,
      time,
      limit,
    );
  }

  /** Who was given a download URL before `time`. */
  deleteDownloadGrants(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM download_grant WHERE id = ANY
         (ARRAY(SELECT id FROM download_grant WHERE created_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }
}
