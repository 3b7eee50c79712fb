import { Injectable } from '@nestjs/common';
import type { AcknowledgedTake } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Session } from './session.model.js';

/** A take of a session, by the server's clock. */
export interface Take {
  takeNumber: number;
  startsAt: Date;
  /** Null while it runs. */
  stoppedAt: Date | null;
  /** When the room was told; null of takes of earlier releases. */
  announcedAt: Date | null;
}

/** When takes were recorded, and by which devices. */
@Injectable()
export class TakeRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Keeps the instants of the session's latest take. */
  async save(
    { id: sessionId, takeNumber, takeStartsAt, takeStoppedAt }: Session,
    announcedAt: Date | null = null,
  ): Promise<void> {
    await this.database.execute(
      `INSERT INTO take (session_id, take_number, starts_at, stopped_at, announced_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (session_id, take_number) DO UPDATE SET stopped_at = excluded.stopped_at`,
      sessionId,
      takeNumber,
      takeStartsAt,
      takeStoppedAt,
      announcedAt,
    );
  }

  /** In their order. The latest one is the session's own, also where an earlier release has started it. */
  async ofSession({ id: sessionId, takeNumber, takeStartsAt, takeStoppedAt }: Session): Promise<Take[]> {
    const kept = await this.database.prepared<Take>(
      `SELECT take_number AS "takeNumber", starts_at AS "startsAt", stopped_at AS "stoppedAt", announced_at AS "announcedAt"
       FROM take WHERE session_id = $1 AND take_number <= $2 ORDER BY take_number`,
      sessionId,
      takeNumber,
    );
    const earlier = kept.filter((take) => take.takeNumber < takeNumber);
    if (takeStartsAt === null) return earlier;
    const announcedAt = kept.at(earlier.length)?.announcedAt ?? null;
    return [...earlier, { takeNumber, startsAt: takeStartsAt, stoppedAt: takeStoppedAt, announcedAt }];
  }

  /** Does nothing the second time. */
  async acknowledge(
    { sessionId, participantId }: { sessionId: string; participantId: string },
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
