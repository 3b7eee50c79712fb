import { Injectable } from '@nestjs/common';
import type { AcknowledgedTake } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { ParticipantRef } from './participant.repository.js';

/** Which devices recorded which take. */
@Injectable()
export class TakeRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Does nothing the second time. */
  async acknowledge(
    { sessionId, participantId }: ParticipantRef,
    takeNumber: number,
    now: Date,
  ): Promise<void> {
    await this.database.client.takeAcknowledgement.createMany({
      data: [{ sessionId, participantId, takeNumber, acknowledgedAt: now }],
      skipDuplicates: true,
    });
  }

  /**
   * Takes that devices acknowledged, and those of tracks of which it is not known whether their upload was opened: each of
   * them has footage somewhere.
   */
  onTheirWay(sessionId: string): Promise<AcknowledgedTake[]> {
    return this.database.query<AcknowledgedTake>(
      `SELECT participant_id AS "participantId", take_number AS "takeNumber" FROM take_acknowledgement
       WHERE session_id = $1
       UNION SELECT participant_id, take_number FROM session_track WHERE session_id = $1 AND part_size IS NULL
       ORDER BY 2, 1`,
      sessionId,
    );
  }
}
