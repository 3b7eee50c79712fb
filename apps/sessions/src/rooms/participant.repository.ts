import { Injectable } from '@nestjs/common';
import { Database, insertRow, type PreparedStatement } from '@capture/persistence';
import type { DeviceState } from '../messages/client-messages.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Participant } from '../sessions/participant.model.js';
import type { LatestTake } from './take.model.js';

/** A participant, their session and its organization. */
export interface ParticipantRef {
  organizationId: string;
  sessionId: string;
  participantId: string;
}

@Injectable()
export class ParticipantRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Adds a participant when the running transaction ends. */
  insert(sessionId: string, participant: Participant): void {
    this.database.atEnd(insertRow('participant', { ...participant, sessionId }));
  }

  async save(participant: Participant): Promise<void> {
    const { sql, values } = saveStatement(participant);
    await this.database.prepared(sql, ...values);
  }

  /** The same when the running transaction ends, in which nothing reads the participant any more. */
  saveAtEnd(participant: Participant): void {
    this.database.atEnd(saveStatement(participant));
  }

  /**
   * Forgets the guest who left first of those of an invite who cannot have recorded anything: they were not there during a take,
   * or never had a socket, which notes its heartbeats after the joining, to hear of one by. Their token is of no use any more.
   * Returns their id. Call only when every take of the session is known.
   */
  async forgetOne(sessionId: string, inviteId: string | null): Promise<string | undefined> {
    const [guest] = await this.database.query<{ id: string }>(
      `SELECT p.id FROM participant p
       WHERE p.session_id = $1 AND p.invite_id IS NOT DISTINCT FROM $2 AND p.is_guest AND p.left_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM session_track t WHERE t.participant_id = p.id)
         AND NOT EXISTS (SELECT FROM take_acknowledgement a WHERE a.participant_id = p.id)
         AND (p.seen_at = p.joined_at OR NOT EXISTS (
           SELECT FROM take t WHERE t.session_id = $1 AND t.starts_at <= p.left_at
             AND (t.stopped_at IS NULL OR t.stopped_at >= p.joined_at)))
       ORDER BY p.left_at, p.id LIMIT 1`,
      sessionId,
      inviteId,
    );
    if (!guest) return undefined;
    await this.database.execute('DELETE FROM session_token WHERE participant_id = $1', guest.id);
    await this.database.execute('DELETE FROM participant WHERE id = $1', guest.id);
    return guest.id;
  }

  /**
   * Keeps what a participant's page tells: how their devices are, or for which take they are ready. What an earlier socket
   * told ends with it. False when the socket is not theirs any more.
   */
  async saveLive(
    participantId: string,
    connectionId: string,
    { state, readyTake }: { state?: DeviceState; readyTake?: number },
  ): Promise<boolean> {
    const changed = await this.database.execute(
      `UPDATE participant SET live_connection_id = $2,
         device_state = COALESCE($3::jsonb, CASE WHEN live_connection_id = $2 THEN device_state END),
         ready_take = COALESCE($4::int, CASE WHEN live_connection_id = $2 THEN ready_take END)
       WHERE id = $1 AND connection_id = $2`,
      participantId,
      connectionId,
      state === undefined ? null : JSON.stringify(state),
      readyTake ?? null,
    );
    return changed > 0;
  }

  /** What is known of those who have a socket, by participant. */
  async live(
    sessionId: string,
  ): Promise<Map<string, { state: DeviceState | null; readyTake: number | null }>> {
    const rows = await this.database.prepared<{
      id: string;
      state: DeviceState | null;
      readyTake: number | null;
    }>(
      `SELECT id, device_state AS state, ready_take AS "readyTake" FROM participant
       WHERE session_id = $1 AND left_at IS NULL AND live_connection_id = connection_id`,
      sessionId,
    );
    return new Map(rows.map(({ id, ...live }) => [id, live]));
  }

  /**
   * Notes that these sockets are open. Rows that are locked are passed over: the process that locked them may be frozen, and
   * would hold up the heartbeats of other rooms. Returns the sockets of participants who have not left, each with the latest
   * take of its session.
   */
  async recordHeartbeats(connectionIds: readonly string[], now: Date): Promise<Map<string, LatestTake>> {
    const rows = await this.database.query<LatestTake & { connectionId: string }>(
      `WITH noted AS (
         UPDATE participant SET seen_at = GREATEST(seen_at, $2)
         WHERE id = ANY (ARRAY(
           SELECT id FROM participant WHERE connection_id = ANY($1::text[]) AND left_at IS NULL
           FOR NO KEY UPDATE SKIP LOCKED)))
       SELECT p.connection_id AS "connectionId", s.take_number AS "takeNumber", s.take_starts_at AS "takeStartsAt",
         s.take_stopped_at AS "takeStoppedAt"
       FROM participant p JOIN session s ON s.id = p.session_id
       WHERE p.connection_id = ANY($1::text[]) AND p.left_at IS NULL`,
      connectionIds,
      now,
    );
    return new Map(rows.map(({ connectionId, ...take }) => [connectionId, take]));
  }

  /**
   * Marks a participant as left at their last heartbeat. Returns when that was, or undefined when they had one since `before`
   * or have left: heartbeats are noted without the session's lock.
   */
  async leaveUnseen(id: string, before: Date): Promise<Date | undefined> {
    const [gone] = await this.database.query<{ seenAt: Date }>(
      `UPDATE participant SET left_at = seen_at, connection_id = NULL
       WHERE id = $1 AND left_at IS NULL AND seen_at < $2 RETURNING seen_at AS "seenAt"`,
      id,
      before,
    );
    return gone?.seenAt;
  }

  /** Participants who have not left and had no heartbeat since `before`, the longest absent first. */
  absent(before: Date, limit: number): Promise<ParticipantRef[]> {
    return this.database.query<ParticipantRef>(
      `SELECT p.id AS "participantId", p.session_id AS "sessionId", s.organization_id AS "organizationId"
       FROM participant p JOIN session s ON s.id = p.session_id
       WHERE p.left_at IS NULL AND p.seen_at < $1 ORDER BY p.seen_at LIMIT $2`,
      before,
      limit,
    );
  }
}

function saveStatement(participant: Participant): PreparedStatement {
  const { id, displayName, leftAt, connectionId, seenAt, removedAt } = participant;
  const sql = `UPDATE participant SET display_name = $2, left_at = $3, connection_id = $4, seen_at = $5, removed_at = $6 WHERE id = $1`;
  return { sql, values: [id, displayName, leftAt, connectionId, seenAt, removedAt] };
}
