import { Injectable } from '@nestjs/common';
import type { PageSource, TrackKind } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient, SessionTrack as Row } from '../generated/prisma/client.js';
import type { ParticipantPrincipal } from '../rooms/room-access.service.js';
import type { Track } from './track.model.js';

const TRACK = `id, session_id AS "sessionId", participant_id AS "participantId", client_track_id AS "clientTrackId",
  take_number AS "takeNumber", kind, content_type AS "contentType", started_at AS "startedAt", part_size AS "partSize",
  completed, stored_bytes AS "storedBytes", size_bytes AS "sizeBytes", created_at AS "createdAt"`;

function toModel(row: Row): Track {
  const { storedBytes, sizeBytes } = row;
  return {
    ...row,
    kind: row.kind as TrackKind,
    storedBytes: Number(storedBytes),
    sizeBytes: Number(sizeBytes),
  };
}

@Injectable()
export class TrackRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(track: Track): Promise<void> {
    await this.database.client.sessionTrack.create({ data: track });
  }

  /** Only if it is the participant's own. */
  async find(id: string, { sessionId, participantId }: ParticipantPrincipal): Promise<Track | undefined> {
    const row = await this.database.client.sessionTrack.findFirst({
      where: { id, sessionId, participantId },
    });
    return row ? toModel(row) : undefined;
  }

  async findByClientId(participantId: string, clientTrackId: string): Promise<Track | undefined> {
    const row = await this.database.client.sessionTrack.findFirst({
      where: { participantId, clientTrackId },
    });
    return row ? toModel(row) : undefined;
  }

  /** How many tracks of a participant are not complete, and how many they have in that take. */
  async countsOf(participantId: string, takeNumber: number): Promise<{ unfinished: number; inTake: number }> {
    const [row] = await this.database.query<{ unfinished: number; inTake: number }>(
      `SELECT count(*) FILTER (WHERE NOT completed)::int AS unfinished,
         count(*) FILTER (WHERE take_number = $2)::int AS "inTake" FROM session_track WHERE participant_id = $1`,
      participantId,
      takeNumber,
    );
    return row ?? { unfinished: 0, inTake: 0 };
  }

  async opened(id: string, partSize: number): Promise<void> {
    await this.database.client.sessionTrack.update({ where: { id }, data: { partSize } });
  }

  async completed(id: string, sizeBytes: number): Promise<void> {
    const data = { completed: true, storedBytes: sizeBytes, sizeBytes };
    await this.database.client.sessionTrack.update({ where: { id }, data });
  }

  /** Notes what the room is told of a track; not of one that was completed meanwhile. */
  async progressed(id: string, progress: { storedBytes: number; sizeBytes: number }): Promise<void> {
    await this.database.client.sessionTrack.updateMany({ where: { id, completed: false }, data: progress });
  }

  /** The latest of everybody, the newest last. */
  async latest(sessionId: string, limit: number): Promise<Track[]> {
    const rows = await this.database.prepared<Row>(
      `SELECT ${TRACK} FROM session_track WHERE session_id = $1 ORDER BY id DESC LIMIT $2`,
      sessionId,
      limit,
    );
    return rows.reverse().map(toModel);
  }

  /** Of everybody, the newest first. */
  listed(sessionId: string): PageSource<Track> {
    const table = this.database.client.sessionTrack;
    return {
      has: async (cursor) => (await table.count({ where: { id: cursor, sessionId } })) > 0,
      after: async (cursor, take) => {
        const where = { sessionId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) };
        return (await table.findMany({ where, orderBy: { id: 'desc' }, take })).map(toModel);
      },
    };
  }

  /** Keeps it when another call with the same `clientTrackId` has opened its upload meanwhile. */
  async deleteUnopened(id: string): Promise<void> {
    await this.database.client.sessionTrack.deleteMany({ where: { id, partSize: null } });
  }
}
