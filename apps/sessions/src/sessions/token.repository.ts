import { Injectable } from '@nestjs/common';
import type { PageSource } from '@capture/contracts';
import { Database, insertRow } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { SessionToken, TokenKind } from './token.model.js';

/** An invite as its organization sees it. */
export type Invite = Pick<SessionToken, 'createdAt' | 'expiresAt' | 'revokedAt'> & {
  id: string;
  /** People who came with it. */
  guestCount: number;
};

/** A token with what it opens and for whom. */
export interface FoundToken {
  organizationId: string;
  sessionId: string;
  roomCode: string;
  /** The participant's, of a participant token. */
  participantId: string | null;
  isGuest: boolean | null;
  memberId: string | null;
  /** The invite's own id, of an invite. */
  inviteId: string | null;
  signInId: string | null;
  revokedAt: Date | null;
  expiresAt: Date;
  endedAt: Date | null;
}

/** Whose token it is. */
export interface TokenOwner {
  sessionId: string;
  participantId: string;
}

/** Whoever has left has nothing open that would have to be closed. */
const PRESENT_OWNERS = `
  SELECT DISTINCT p.session_id AS "sessionId", p.id AS "participantId"
  FROM taken JOIN participant p ON p.id = taken.participant_id WHERE p.left_at IS NULL`;

const INVITES = `
  SELECT t.invite_id AS id, t.created_at AS "createdAt", t.expires_at AS "expiresAt",
    t.revoked_at AS "revokedAt",
    (SELECT count(*)::int FROM participant p WHERE p.session_id = $1 AND p.invite_id = t.invite_id) AS "guestCount"
  FROM session_token t
  WHERE t.session_id = $1 AND t.kind = 'invite' AND t.invite_id IS NOT NULL
    AND ($2::text IS NULL OR t.invite_id < $2)
  ORDER BY t.invite_id DESC LIMIT $3`;

@Injectable()
export class TokenRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Adds tokens when the running transaction ends. */
  insert(...tokens: SessionToken[]): void {
    for (const token of tokens) this.database.atEnd(insertRow('session_token', token));
  }

  async find(kind: TokenKind, hash: string): Promise<FoundToken | undefined> {
    const [row] = await this.database.prepared<FoundToken>(
      `SELECT s.organization_id AS "organizationId", s.id AS "sessionId", s.room_code AS "roomCode",
         t.participant_id AS "participantId", p.is_guest AS "isGuest",
         p.member_id AS "memberId", t.invite_id AS "inviteId", t.sign_in_id AS "signInId",
         t.revoked_at AS "revokedAt", t.expires_at AS "expiresAt", s.ended_at AS "endedAt"
       FROM session_token t JOIN session s ON s.id = t.session_id LEFT JOIN participant p ON p.id = t.participant_id
       WHERE t.hash = $1 AND t.kind = $2`,
      hash,
      kind,
    );
    return row;
  }

  /** Whether a participant's token was taken back. */
  async isRevoked(hash: string): Promise<boolean> {
    const statement = 'SELECT 1 FROM session_token WHERE hash = $1 AND revoked_at IS NOT NULL';
    return (await this.database.prepared(statement, hash)).length > 0;
  }

  /** Those of these participants' tokens that were taken back. */
  async revoked(hashes: readonly string[]): Promise<string[]> {
    const statement =
      'SELECT hash FROM session_token WHERE hash = ANY($1::text[]) AND revoked_at IS NOT NULL';
    return (await this.database.query<{ hash: string }>(statement, [...hashes])).map(({ hash }) => hash);
  }

  /** Takes back every token of a participant. */
  async revokeOf(participantId: string, now: Date): Promise<void> {
    const statement =
      'UPDATE session_token SET revoked_at = $2 WHERE participant_id = $1 AND revoked_at IS NULL';
    await this.database.execute(statement, participantId, now);
  }

  /** Takes back what hosts were given by this sign-in. Returns those of them who have not left. */
  revokeOfSignIn(signInId: string, now: Date): Promise<TokenOwner[]> {
    return this.database.query<TokenOwner>(
      `WITH taken AS (
         UPDATE session_token SET revoked_at = $2 WHERE sign_in_id = $1 AND revoked_at IS NULL
         RETURNING participant_id) ${PRESENT_OWNERS}`,
      signInId,
      now,
    );
  }

  /** Takes back what this member was given in any room. Returns where they have not left. */
  revokeOfMember(memberId: string, now: Date): Promise<TokenOwner[]> {
    return this.database.query<TokenOwner>(
      `WITH taken AS (
         UPDATE session_token SET revoked_at = $2
         WHERE participant_id IN (SELECT id FROM participant WHERE member_id = $1) AND revoked_at IS NULL
         RETURNING participant_id) ${PRESENT_OWNERS}`,
      memberId,
      now,
    );
  }

  /** Whether a participant has a token that was not taken back. */
  async hasOne(participantId: string): Promise<boolean> {
    const [row] = await this.database.query(
      'SELECT 1 FROM session_token WHERE participant_id = $1 AND revoked_at IS NULL LIMIT 1',
      participantId,
    );
    return row !== undefined;
  }

  async invite(sessionId: string, inviteId: string): Promise<{ revokedAt: Date | null } | undefined> {
    const where = { sessionId, inviteId };
    const select = { revokedAt: true } as const;
    return (await this.database.client.sessionToken.findFirst({ where, select })) ?? undefined;
  }

  async revokeInvite(sessionId: string, inviteId: string, now: Date): Promise<void> {
    const statement = `UPDATE session_token SET revoked_at = COALESCE(revoked_at, $3)
       WHERE session_id = $1 AND invite_id = $2`;
    await this.database.execute(statement, sessionId, inviteId, now);
  }

  /** A session's invites, newest first. */
  invites(sessionId: string): PageSource<Invite> {
    const table = this.database.client.sessionToken;
    return {
      has: async (cursor) => (await table.count({ where: { sessionId, inviteId: cursor } })) > 0,
      after: (cursor, take) => this.database.query<Invite>(INVITES, sessionId, cursor ?? null, take),
    };
  }
}
