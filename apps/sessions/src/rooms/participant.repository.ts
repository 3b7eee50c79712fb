import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Participant } from '../sessions/participant.model.js';

/** Somebody in a room, and whose room it is. */
export interface ParticipantRef {
  organizationId: string;
  sessionId: string;
  participantId: string;
}

@Injectable()
export class ParticipantRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  async insert(sessionId: string, participant: Participant): Promise<void> {
    await this.db.client.participant.create({ data: { ...participant, sessionId } });
  }

  async save({ id, leftAt, connectionId, seenAt }: Participant): Promise<void> {
    await this.db.client.participant.update({ where: { id }, data: { leftAt, connectionId, seenAt } });
  }

  /** Notes that these sockets are there. Returns those that still speak for somebody who has not left. */
  async seen(connectionIds: readonly string[], now: Date): Promise<string[]> {
    const rows = await this.db.query<{ connectionId: string }>(
      `UPDATE participant SET seen_at = GREATEST(seen_at, $2) WHERE connection_id = ANY($1::text[]) AND left_at IS NULL
       RETURNING connection_id AS "connectionId"`,
      connectionIds,
      now,
    );
    return rows.map(({ connectionId }) => connectionId);
  }

  /** People who have not left and of whom nothing was seen since `before`, the longest absent first. */
  absent(before: Date, limit: number): Promise<ParticipantRef[]> {
    return this.db.query<ParticipantRef>(
      `SELECT p.id AS "participantId", p.session_id AS "sessionId", s.organization_id AS "organizationId"
       FROM participant p JOIN session s ON s.id = p.session_id
       WHERE p.left_at IS NULL AND p.seen_at < $1 ORDER BY p.seen_at LIMIT $2`,
      before,
      limit,
    );
  }
}
