import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { TrackRow } from './track-row.js';

/** Of a track, what its bytes are served by. Its manifest may be as large as the range that is asked for. */
export type ServedTrack = Pick<
  TrackRow,
  | 'id'
  | 'recordingId'
  | 'organizationId'
  | 'uploadId'
  | 'kind'
  | 'state'
  | 'contentType'
  | 'partSize'
  | 'sizeBytes'
  | 'sha256'
  | 'availableAt'
>;
type ServedRecord = Omit<ServedTrack, 'sizeBytes'> & { sizeBytes: bigint | null };

const SERVED = `id, recording_id AS "recordingId", organization_id AS "organizationId", upload_id AS "uploadId", kind, state,
  content_type AS "contentType", part_size AS "partSize", size_bytes AS "sizeBytes", sha256, available_at AS "availableAt"`;

@Injectable()
export class ServedTrackRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<ServedTrack | undefined> {
    const [row] = await this.database.prepared<ServedRecord>(`SELECT ${SERVED} FROM track WHERE id = $1`, id);
    return row && { ...row, sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes) };
  }
}
