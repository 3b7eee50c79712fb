import { Injectable } from '@nestjs/common';
import type { AcknowledgedTake, RecordingStatus } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { TrackState } from './recording.model.js';
import type { TrackFacts, TrackRow } from './track-row.js';

export interface RecordingRow {
  id: string;
  organizationId: string;
  sessionId: string | null;
  captureRequestId: string | null;
  submissionId: string | null;
  status: RecordingStatus;
  durationSec: number | null;
  expectedTrackCount: number;
  createdAt: Date;
  promotedAt: Date | null;
  deletedAt: Date | null;
  /** When the session's end asked for the recording; null before, and without a session. */
  endAskedAt: Date | null;
  /** JSON text of AcknowledgedTake[]. */
  acknowledgedTakes: string;
  /** Of the organization, at the time of reading. */
  retentionDays: number | null;
}

export type NewRecordingRow = Omit<
  RecordingRow,
  'deletedAt' | 'endAskedAt' | 'acknowledgedTakes' | 'retentionDays'
>;

type Stored<Row> = Omit<Row, 'sizeBytes'> & { sizeBytes: bigint | null };

const RECORDING = `r.id, r.organization_id AS "organizationId", r.session_id AS "sessionId",
  r.capture_request_id AS "captureRequestId", r.submission_id AS "submissionId", r.status, r.duration_sec AS "durationSec",
  r.expected_track_count AS "expectedTrackCount", r.created_at AS "createdAt", r.promoted_at AS "promotedAt",
  r.deleted_at AS "deletedAt", r.end_asked_at AS "endAskedAt",
  r.acknowledged_takes AS "acknowledgedTakes", o.retention_days AS "retentionDays"`;
const FROM_RECORDING =
  'FROM recording r LEFT JOIN organization_retention o ON o.organization_id = r.organization_id';
const IN_LIBRARY = 'r.promoted_at IS NOT NULL AND r.deleted_at IS NULL';
const TRACK_FACTS = `id, recording_id AS "recordingId", organization_id AS "organizationId", upload_id AS "uploadId",
  participant_id AS "participantId", is_guest AS "isGuest", take_number AS "takeNumber", kind, state,
  content_type AS "contentType", part_size AS "partSize", size_bytes AS "sizeBytes", sha256, codecs, width, height, duration_ms AS "durationMs", started_at_ms AS "startedAtMs",
  offset_uncertainty_ms AS "offsetUncertaintyMs", drift_ppm AS "driftPpm", available_at AS "availableAt",
  video_started_at_ms AS "videoStartedAtMs", audio_started_at_ms AS "audioStartedAtMs",
  audio_pre_skip_ms AS "audioPreSkipMs"`;

function toTrack<Row extends TrackFacts>(record: Stored<Row>): Row {
  return {
    ...(record as unknown as Row),
    sizeBytes: record.sizeBytes === null ? null : Number(record.sizeBytes),
  };
}

@Injectable()
export class RecordingRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(recording: NewRecordingRow): Promise<void> {
    await this.database.execute(
      `INSERT INTO recording (id, organization_id, session_id, capture_request_id, submission_id, status, duration_sec,
         expected_track_count, created_at, promoted_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (session_id) DO NOTHING`,
      recording.id,
      recording.organizationId,
      recording.sessionId,
      recording.captureRequestId,
      recording.submissionId,
      recording.status,
      recording.durationSec,
      recording.expectedTrackCount,
      recording.createdAt,
      recording.promotedAt,
    );
  }

  /** A session's recording, gathered or promoted, held until the transaction ends. */
  async lockOfSession(organizationId: string, sessionId: string): Promise<RecordingRow | undefined> {
    const [row] = await this.database.query<RecordingRow>(
      `SELECT ${RECORDING} ${FROM_RECORDING} WHERE r.session_id = $1 AND r.organization_id = $2 FOR UPDATE OF r`,
      sessionId,
      organizationId,
    );
    return row;
  }

  async lock(organizationId: string, id: string): Promise<RecordingRow | undefined> {
    const [row] = await this.database.query<RecordingRow>(
      `SELECT ${RECORDING} ${FROM_RECORDING} WHERE r.id = $1 AND r.organization_id = $2 FOR UPDATE OF r`,
      id,
      organizationId,
    );
    return row;
  }

  async find(organizationId: string, id: string): Promise<RecordingRow | undefined> {
    const [row] = await this.database.prepared<RecordingRow>(
      `SELECT ${RECORDING} ${FROM_RECORDING} WHERE r.id = $1 AND r.organization_id = $2 AND ${IN_LIBRARY}`,
      id,
      organizationId,
    );
    return row;
  }

  /** Newest first, from after `cursor`. */
  page(organizationId: string, cursor: string | undefined, count: number): Promise<RecordingRow[]> {
    return this.database.query<RecordingRow>(
      `SELECT ${RECORDING} ${FROM_RECORDING} WHERE r.organization_id = $1 AND ($2::text IS NULL OR r.id < $2) AND ${IN_LIBRARY}
       ORDER BY r.id DESC LIMIT $3`,
      organizationId,
      cursor ?? null,
      count,
    );
  }

  async update(
    id: string,
    values: Pick<RecordingRow, 'status' | 'durationSec' | 'expectedTrackCount' | 'promotedAt'>,
  ): Promise<void> {
    await this.database.execute(
      'UPDATE recording SET status = $2, duration_sec = $3, expected_track_count = $4, promoted_at = $5 WHERE id = $1',
      id,
      values.status,
      values.durationSec,
      values.expectedTrackCount,
      values.promotedAt,
    );
  }

  /** Remembers that the session's end asked for its recording, and what its devices said they record. */
  async askFor(
    recording: RecordingRow,
    acknowledged: readonly AcknowledgedTake[],
    now: Date,
  ): Promise<RecordingRow> {
    const endAskedAt = recording.endAskedAt ?? now;
    const acknowledgedTakes = JSON.stringify(acknowledged);
    await this.database.execute(
      'UPDATE recording SET end_asked_at = $2, acknowledged_takes = $3 WHERE id = $1',
      recording.id,
      endAskedAt,
      acknowledgedTakes,
    );
    return { ...recording, endAskedAt, acknowledgedTakes };
  }

  async tracksOf(recordingIds: readonly string[]): Promise<TrackFacts[]> {
    const rows = await this.database.prepared<Stored<TrackFacts>>(
      `SELECT ${TRACK_FACTS} FROM track WHERE recording_id = ANY($1) ORDER BY id`,
      recordingIds,
    );
    return rows.map(toTrack<TrackFacts>);
  }

  /** The same with gaps and manifests, of the first ones that have `mostBytes` together: guests open as many as they like. */
  async wholeTracksOf(recordingIds: readonly string[], mostBytes: number): Promise<TrackRow[]> {
    const rows = await this.database.prepared<Stored<TrackRow>>(
      `SELECT ${TRACK_FACTS}, CASE WHEN bytes <= $2::bigint THEN gaps ELSE '[]' END AS gaps, CASE WHEN bytes <= $2::bigint THEN manifest END AS manifest
       FROM (SELECT *, sum(octet_length(gaps) + coalesce(octet_length(manifest), 0)) OVER (ORDER BY id) AS bytes
             FROM track WHERE recording_id = ANY($1)) AS counted ORDER BY id`,
      recordingIds,
      mostBytes,
    );
    return rows.map(toTrack<TrackRow>);
  }

  /** Inserts the track of an upload, or brings the one that was expected up to date. */
  async saveTrack(track: TrackRow): Promise<void> {
    await this.database.execute(
      `INSERT INTO track (id, recording_id, organization_id, upload_id, participant_id, is_guest, kind, state, content_type,
         part_size, size_bytes, sha256, codecs, width, height, duration_ms, started_at_ms, offset_uncertainty_ms, drift_ppm,
         gaps, manifest, available_at, take_number, video_started_at_ms, audio_started_at_ms, audio_pre_skip_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
       ON CONFLICT (upload_id) DO UPDATE SET state = excluded.state, part_size = excluded.part_size, size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
         codecs = excluded.codecs, width = excluded.width, height = excluded.height, duration_ms = excluded.duration_ms,
         started_at_ms = excluded.started_at_ms, video_started_at_ms = excluded.video_started_at_ms,
         audio_started_at_ms = excluded.audio_started_at_ms, audio_pre_skip_ms = excluded.audio_pre_skip_ms, offset_uncertainty_ms = excluded.offset_uncertainty_ms,
         drift_ppm = excluded.drift_ppm, gaps = excluded.gaps, manifest = excluded.manifest, available_at = excluded.available_at`,
      track.id,
      track.recordingId,
      track.organizationId,
      track.uploadId,
      track.participantId,
      track.isGuest,
      track.kind,
      track.state,
      track.contentType,
      track.partSize,
      track.sizeBytes,
      track.sha256,
      track.codecs,
      track.width,
      track.height,
      track.durationMs,
      track.startedAtMs,
      track.offsetUncertaintyMs,
      track.driftPpm,
      track.gaps,
      track.manifest,
      track.availableAt,
      track.takeNumber,
      track.videoStartedAtMs,
      track.audioStartedAtMs,
      track.audioPreSkipMs,
    );
  }

  /** Moves the upload's track from one of `from` to `to`; undefined when it is in another state or does not exist. */
  async moveTrack(
    uploadId: string,
    from: readonly TrackState[],
    to: TrackState,
  ): Promise<TrackFacts | undefined> {
    const [row] = await this.database.query<Stored<TrackFacts>>(
      `UPDATE track SET state = $3 WHERE upload_id = $1 AND state = ANY($2) RETURNING ${TRACK_FACTS}`,
      uploadId,
      from,
      to,
    );
    return row && toTrack<TrackFacts>(row);
  }
}
