import { Injectable } from '@nestjs/common';
import { notFound, type PageSource } from '@capture/contracts';
import { Database, MAKES_BRIEF } from '@capture/persistence';
import type { PrismaClient, Session as Row } from '../generated/prisma/client.js';
import type { Participant } from './participant.model.js';
import type { Session } from './session.model.js';

/** A session with its participants, in the order of joining. */
export type Room = Session & { participants: Participant[] };

/** With the first of its participants only. */
export type ListedRoom = Room & { participantCount: number };

/** Participants that a list shows of a session. */
export const LISTED_PARTICIPANTS = 50;

const SESSION = `id, organization_id AS "organizationId", room_code AS "roomCode", state, max_guests AS "maxGuests",
  host_member_id AS "hostMemberId", recording_id AS "recordingId", created_at AS "createdAt", expires_at AS "expiresAt",
  ended_at AS "endedAt", ended_announced_at AS "endedAnnouncedAt", promotion_tried_at AS "promotionTriedAt",
  promoted_at AS "promotedAt", expired_announced_at AS "expiredAnnouncedAt", take_number AS "takeNumber",
  take_starts_at AS "takeStartsAt", take_stopped_at AS "takeStoppedAt"`;
const FIND = `SELECT ${SESSION} FROM session WHERE id = $1 AND organization_id = $2`;
/** Everybody in the room waits for who has its row. */
const LOCK = `${FIND} AND ${MAKES_BRIEF} FOR UPDATE`;

const PARTICIPANT = `id, is_guest AS "isGuest", member_id AS "memberId", display_name AS "displayName", joined_at AS "joinedAt",
  left_at AS "leftAt", connection_id AS "connectionId", seen_at AS "seenAt", invite_id AS "inviteId",
  removed_at AS "removedAt"`;
const PARTICIPANTS = `SELECT ${PARTICIPANT} FROM participant WHERE session_id = $1 ORDER BY id`;

function toModel<R extends Row>(row: R): R & Pick<Session, 'state'> {
  return { ...row, state: row.state === 'open' ? 'open' : 'closed' };
}

/** As many of each session's participants as a list shows, and how many there are. */
const PARTICIPANTS_OF = `
  SELECT s.id AS "sessionId", c.total, p.*
  FROM unnest($1::text[]) s(id)
  CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM participant WHERE session_id = s.id) c
  CROSS JOIN LATERAL (
    SELECT ${PARTICIPANT} FROM participant WHERE session_id = s.id ORDER BY id FETCH FIRST ${LISTED_PARTICIPANTS} ROWS ONLY) p`;

type ListedParticipant = Participant & { sessionId: string; total: number };

export interface SessionRef {
  id: string;
  organizationId: string;
}

@Injectable()
export class SessionRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** False when the room code is taken. */
  async insert(session: Session): Promise<boolean> {
    return (
      (await this.database.client.session.createMany({ data: [session], skipDuplicates: true })).count > 0
    );
  }

  async save({ id, organizationId, ...session }: Session): Promise<void> {
    const { state, recordingId, endedAt, endedAnnouncedAt, expiredAnnouncedAt } = session;
    const { takeNumber, takeStartsAt, takeStoppedAt, promotionTriedAt, promotedAt } = session;
    const data = { state, recordingId, endedAt, endedAnnouncedAt, expiredAnnouncedAt };
    const take = { takeNumber, takeStartsAt, takeStoppedAt };
    const promotion = { promotionTriedAt, promotedAt };
    await this.database.client.session.update({
      where: { id, organizationId },
      data: { ...data, ...take, ...promotion },
    });
  }

  /** @throws AppError `not_found`, also for another organization's session. */
  async get({ id, organizationId }: SessionRef): Promise<Room> {
    const sessions = await this.database.prepared<Row>(FIND, id, organizationId);
    return roomOf(sessions, await this.database.prepared<Participant>(PARTICIPANTS, id));
  }

  /** Called for every organization; undefined when there is no such session. */
  async organizationOf(id: string): Promise<string | undefined> {
    const select = { organizationId: true };
    return (await this.database.client.session.findFirst({ where: { id }, select }))?.organizationId;
  }

  /** @throws AppError `not_found` */
  async openedAt({ id, organizationId }: SessionRef): Promise<Date> {
    const select = { createdAt: true } as const;
    const row = await this.database.client.session.findFirst({ where: { id, organizationId }, select });
    if (!row) throw notFound('session');
    return row.createdAt;
  }

  /** Reads the session and locks its row until the transaction ends. @throws AppError `not_found` */
  async lock(ref: SessionRef): Promise<Room> {
    this.database.repeatAfterStandstill();
    const [sessions, participants] = await this.database.together<[Row[], Participant[]]>(
      { sql: LOCK, values: [ref.id, ref.organizationId] },
      { sql: PARTICIPANTS, values: [ref.id] },
    );
    return roomOf(sessions, participants);
  }

  listed(organizationId: string): PageSource<ListedRoom> {
    const table = this.database.client.session;
    return {
      has: async (cursor) => (await table.count({ where: { id: cursor, organizationId } })) > 0,
      after: async (cursor, take) => {
        const where = { organizationId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) };
        const rows = await table.findMany({ where, orderBy: { id: 'desc' }, take });
        return this.withParticipants(rows.map(toModel));
      },
    };
  }

  private async withParticipants(sessions: readonly Session[]): Promise<ListedRoom[]> {
    const ids = sessions.map(({ id }) => id);
    const rows = await this.database.query<ListedParticipant>(PARTICIPANTS_OF, ids);
    const bySession = Map.groupBy(rows, ({ sessionId }) => sessionId);
    return sessions.map((session) => {
      const joined = bySession.get(session.id) ?? [];
      return { ...session, participants: joined, participantCount: joined[0]?.total ?? 0 };
    });
  }

  /**
   * Marks sessions past their expiry as announced and returns them, each to one caller only, however many processes ask
   * at once.
   */
  claimExpired(now: Date, limit: number): Promise<SessionRef[]> {
    return this.database.query<SessionRef>(
      `UPDATE session SET expired_announced_at = $1
       WHERE id = ANY (ARRAY(
         SELECT id FROM session
         WHERE state = 'open' AND expired_announced_at IS NULL AND expires_at <= $1
         ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING id, organization_id AS "organizationId"`,
      now,
      limit,
    );
  }

  /**
   * Sessions that are over and of which the recordings service does not know that yet, and that were not tried since `before`:
   * closed ones, where the end was cut off or its promotion failed, and expired ones, which nobody has ended.
   */
  unpromoted(before: Date, limit: number): Promise<SessionRef[]> {
    return this.database.query<SessionRef>(
      `SELECT id, organization_id AS "organizationId" FROM session
       WHERE promoted_at IS NULL AND (state = 'closed' OR state = 'open' AND expired_announced_at IS NOT NULL)
         AND COALESCE(promotion_tried_at, ended_at, expires_at) <= $1
       ORDER BY COALESCE(promotion_tried_at, ended_at, expires_at) LIMIT $2`,
      before,
      limit,
    );
  }
}

/** @throws AppError `not_found` without a session */
function roomOf([session]: readonly Row[], participants: Participant[]): Room {
  if (!session) throw notFound('session');
  return { ...toModel(session), participants };
}
