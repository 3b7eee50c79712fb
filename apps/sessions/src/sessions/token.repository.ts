import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { SessionToken, TokenKind } from './token.model.js';

/** A token with what it opens and for whom. */
export interface FoundToken {
  organizationId: string;
  sessionId: string;
  roomCode: string;
  /** The participant's, of a participant token. */
  participantId: string | null;
  isGuest: boolean | null;
  memberId: string | null;
  expiresAt: Date;
  endedAt: Date | null;
}

@Injectable()
export class TokenRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(...tokens: SessionToken[]): Promise<void> {
    await this.database.client.sessionToken.createMany({ data: tokens });
  }

  async find(kind: TokenKind, hash: string): Promise<FoundToken | undefined> {
    const [row] = await this.database.prepared<FoundToken>(
      `SELECT s.organization_id AS "organizationId", s.id AS "sessionId", s.room_code AS "roomCode",
         t.participant_id AS "participantId", p.is_guest AS "isGuest",
         p.member_id AS "memberId", t.expires_at AS "expiresAt", s.ended_at AS "endedAt"
       FROM session_token t JOIN session s ON s.id = t.session_id LEFT JOIN participant p ON p.id = t.participant_id
       WHERE t.hash = $1 AND t.kind = $2`,
      hash,
      kind,
    );
    return row;
  }
}
