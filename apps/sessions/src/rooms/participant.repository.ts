import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Participant } from '../sessions/participant.model.js';

/** A participant, their session and its organization. */
export interface ParticipantRef {
  organizationId: string;
  sessionId: string;
  participantId: string;
}

@Injectable()
export class ParticipantRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(sessionId: string, participant: Participant): Promise<void> {
    await this.database.client.participant.create({ data: { ...participant, sessionId } });
  }

  async save({ id, displayName, leftAt, connectionId, seenAt }: Participant): Promise<void> {
    const data = { displayName, leftAt, connectionId, seenAt };
    await this.database.client.participant.update({ where: { id }, data });
  }

  /** Notes that these sockets are open. Returns those that still belong to a participant who has not left. */
  async recordHeartbeats(connectionIds: readonly string[], now: Date): Promise<string[]> {
    const rows = await this.database.query<{ connectionId: string }>(
      `UPDATE participant SET seen_at = GREATEST(seen_at, $2) WHERE connection_id = ANY($1::text[]) AND left_at IS NULL
       RETURNING connection_id AS "connectionId"`,
      connectionIds,
      now,
    );
    return rows.map(({ connectionId }) => connectionId);
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
