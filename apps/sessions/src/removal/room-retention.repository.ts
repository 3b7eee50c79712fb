import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

/** Rows of rooms whose time is over. Every method takes up to `limit` rows that nobody holds and returns how many. */
@Injectable()
export class RoomRetentionRepository {
  constructor(private readonly database: Database) {}

  /** Invites, host and participant tokens that ran out before `time`. */
  deleteTokens(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM session_token WHERE hash = ANY
         (ARRAY(SELECT hash FROM session_token WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }

  /**
   * Tracks opened before `time`, of sessions that are over. Where the recordings service does not know of an end yet, a track
   * whose upload may never have been opened stays: it is the only sign that a participant recorded.
   */
  deleteTracks(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM session_track WHERE id = ANY
         (ARRAY(SELECT t.id FROM session_track t JOIN session s ON s.id = t.session_id
          WHERE t.created_at < $1 AND s.expires_at < $1 AND (t.part_size IS NOT NULL OR s.promoted_at IS NOT NULL)
          LIMIT $2 FOR UPDATE OF t SKIP LOCKED))`,
      time,
      limit,
    );
  }

  /** What devices acknowledged before `time`, once the recordings service has been told. */
  deleteAcknowledgements(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM take_acknowledgement WHERE ctid = ANY
         (ARRAY(SELECT a.ctid
          FROM take_acknowledgement a JOIN session s ON s.id = a.session_id
          WHERE a.acknowledged_at < $1 AND s.promoted_at < $1 LIMIT $2 FOR UPDATE OF a SKIP LOCKED))`,
      time,
      limit,
    );
  }

  /** Samples of clocks taken before `time`, of sessions that are over. */
  deleteClockSamples(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM clock_sample WHERE ctid = ANY
         (ARRAY(SELECT c.ctid FROM clock_sample c JOIN session s ON s.id = c.session_id
          WHERE c.bucket < $1::int AND s.expires_at < $2 LIMIT $3 FOR UPDATE OF c SKIP LOCKED))`,
      Math.floor(time.getTime() / 30_000),
      time,
      limit,
    );
  }

  /** Names of people who joined before `time`, in sessions that are over. Who it was stays known by their id. */
  removeNames(time: Date, now: Date, limit: number): Promise<number> {
    return this.database.execute(
      `UPDATE participant SET display_name = CASE WHEN is_guest THEN 'Guest' ELSE 'Host' END, name_removed_at = $2
       WHERE id = ANY
         (ARRAY(SELECT p.id FROM participant p JOIN session s ON s.id = p.session_id
          WHERE p.name_removed_at IS NULL AND p.joined_at < $1 AND s.expires_at < $2
          LIMIT $3 FOR UPDATE OF p SKIP LOCKED))`,
      time,
      now,
      limit,
    );
  }
}
