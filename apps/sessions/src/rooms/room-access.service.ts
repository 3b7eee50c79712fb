import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { SessionsConfig } from '../config.js';
import type { ParticipantRef } from './participant.repository.js';
import { SessionRepository, type SessionRef } from '../sessions/session.repository.js';
import { tokenHash, type TokenKind } from '../sessions/token.model.js';

/** Days after the end in which a participant may still upload (design: rooms). */
const UPLOAD_DAYS = 14;
const DAY_MS = 86_400_000;

interface TokenRow {
  organizationId: string;
  sessionId: string;
  roomCode: string;
  participantId: string | null;
  isGuest: boolean | null;
  memberId: string | null;
  expiresAt: Date;
  endedAt: Date | null;
}

export interface Bearer extends ParticipantRef {
  isGuest: boolean;
  memberId: string | null;
}

/** Judges invite and participant tokens: every call into a room comes through here. */
@Injectable()
export class RoomAccess {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionRepository,
    private readonly config: SessionsConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `link_expired`: the same for an unknown, an expired and another room's invite. */
  async invited(roomCode: string, token: string): Promise<SessionRef> {
    const row = await this.find('invite', token);
    if (row?.roomCode !== roomCode.toLowerCase()) throw deadToken();
    this.db.settleOn(row.organizationId);
    return { id: row.sessionId, organizationId: row.organizationId };
  }

  /**
   * A member may host the room that their key opened, and any other of their organization with its host token.
   * @throws AppError `not_found`, `host_only`.
   */
  async host(ref: SessionRef, memberId: string, hostToken: string | undefined): Promise<void> {
    const { hostMemberId } = await this.sessions.get(ref);
    if (hostMemberId === memberId) return;
    const row = hostToken === undefined ? undefined : await this.find('host', hostToken);
    if (row?.sessionId !== ref.id)
      throw new AppError(
        'host_only',
        'Open the room by its host link, or as the member whose key opened it.',
      );
  }

  /** @throws AppError `link_expired`. That the session has ended does not matter here: uploads go on after it. */
  async participant(sessionId: string, token: string): Promise<Bearer> {
    const row = isId('session', sessionId) ? await this.find('participant', token) : undefined;
    const { participantId, isGuest } = row ?? {};
    if (row?.sessionId !== sessionId || participantId == null || isGuest == null) throw deadToken();
    const { organizationId, memberId } = row;
    this.db.settleOn(organizationId);
    return { organizationId, sessionId, participantId, isGuest, memberId };
  }

  private async find(kind: TokenKind, token: string): Promise<TokenRow | undefined> {
    const [row] = await this.db.forEveryOrganization('a token says no organization', () =>
      this.db.prepared<TokenRow>(
        `SELECT s.organization_id AS "organizationId", s.id AS "sessionId", s.room_code AS "roomCode",
           t.participant_id AS "participantId", p.is_guest AS "isGuest",
           p.member_id AS "memberId", t.expires_at AS "expiresAt", s.ended_at AS "endedAt"
         FROM session_token t JOIN session s ON s.id = t.session_id LEFT JOIN participant p ON p.id = t.participant_id
         WHERE t.hash = $1 AND t.kind = $2`,
        tokenHash(this.config.CAPTURE_TOKEN_SECRET, token),
        kind,
      ),
    );
    return row && this.isAlive(kind, row) ? row : undefined;
  }

  /** A participant's token lives for some days after the end, so that what they recorded still arrives. */
  private isAlive(kind: TokenKind, { expiresAt, endedAt }: TokenRow): boolean {
    const now = this.clock.now();
    const afterEnd = kind === 'participant' && endedAt !== null ? uploadsUntil(endedAt) : expiresAt;
    return expiresAt > now && afterEnd > now;
  }
}

/** When uploads stop that belong to a session which ended, or will have ended, at `end`. */
export function uploadsUntil(end: Date): Date {
  return new Date(end.getTime() + UPLOAD_DAYS * DAY_MS);
}

function deadToken(): AppError {
  return new AppError('link_expired', 'This token is unknown or no longer works. Ask for a new invitation.');
}
