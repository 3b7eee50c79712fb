import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, keyedHash } from '@capture/platform';
import { SessionsConfig } from '../config.js';
import { SessionRepository, type SessionRef } from '../sessions/session.repository.js';
import { isAlive, type TokenKind } from '../sessions/token.model.js';
import { TokenRepository, type FoundToken } from '../sessions/token.repository.js';
import type { ParticipantRef } from './participant.repository.js';

/** A participant who has proven to be one by their token. */
export interface ParticipantPrincipal extends ParticipantRef {
  isGuest: boolean;
  /** Null of guests. */
  memberId: string | null;
  /** The sign-in by which a host came in. */
  signInId: string | null;
  /** What is stored of the token that was shown. */
  tokenHash: string;
  /** When that token was taken back; it uploads what was recorded until then. */
  revokedAt: Date | null;
}

/** Checks invite, host and participant tokens. Every call into a room comes through here. */
@Injectable()
export class RoomAccessService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenRepository,
    private readonly config: SessionsConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `link_expired`: the same for an unknown, an expired, a revoked and another room's invite. */
  async invited(roomCode: string, token: string): Promise<SessionRef> {
    const { room, revokedAt } = await this.invite(roomCode, token);
    if (revokedAt !== null) throw invalidToken();
    return room;
  }

  /**
   * A guest who joins. With a revoked invite only a guest who was in the room may, known by the participant token, as when
   * their page is loaded again: `participantId` is theirs.
   * @throws AppError `link_expired`, also for a guest who was removed.
   */
  async guest(
    roomCode: string,
    token: string,
    participantToken: string | undefined,
  ): Promise<{ room: SessionRef; inviteId: string | null; participantId: string | undefined }> {
    const { room, inviteId, revokedAt } = await this.invite(roomCode, token);
    const participantId = await this.returning(room, participantToken);
    if (revokedAt !== null && participantId === undefined) throw invalidToken();
    return { room, inviteId, participantId };
  }

  /**
   * A member may host the room that their key opened, and any other of their organization with its host token.
   * @throws AppError `not_found`, `host_only`.
   */
  async host(ref: SessionRef, memberId: string, hostToken: string | undefined): Promise<void> {
    const { hostMemberId } = await this.sessions.get(ref);
    if (hostMemberId === memberId) return;
    const found = hostToken === undefined ? undefined : await this.find('host', hostToken);
    if (found?.sessionId !== ref.id)
      throw new AppError(
        'host_only',
        'Open the room by its host link, or as the member whose key opened it.',
      );
  }

  /**
   * For the room itself.
   * @throws AppError `link_expired`, also for a token that was taken back.
   */
  async present(sessionId: string, token: string): Promise<ParticipantPrincipal> {
    const participant = await this.participant(sessionId, token);
    if (participant.revokedAt !== null) throw invalidToken();
    return participant;
  }

  /** @throws AppError `link_expired` for a token that was taken back meanwhile. */
  async requirePresent({ tokenHash }: ParticipantPrincipal): Promise<void> {
    if (await this.tokens.isRevoked(tokenHash)) throw invalidToken();
  }

  /**
   * Before what the host alone may do: the socket may not know yet that its token was taken back.
   * @throws AppError `host_only` for a guest, `link_expired`.
   */
  async requireHost(participant: ParticipantPrincipal): Promise<SessionRef> {
    const { isGuest, sessionId, organizationId } = participant;
    if (isGuest) throw new AppError('host_only', 'Only the host of the room may do this.');
    await this.requirePresent(participant);
    return { id: sessionId, organizationId };
  }

  /**
   * For uploads, which go on after the session has ended and after the participant was removed.
   * @throws AppError `link_expired`.
   */
  async participant(sessionId: string, token: string): Promise<ParticipantPrincipal> {
    const found = isId('session', sessionId) ? await this.find('participant', token) : undefined;
    const { participantId, isGuest } = found ?? {};
    if (found?.sessionId !== sessionId || participantId == null || isGuest == null) throw invalidToken();
    const { organizationId, memberId, signInId, revokedAt } = found;
    this.database.setOrganization(organizationId);
    const tokenHash = this.hashOf(token);
    return { organizationId, sessionId, participantId, isGuest, memberId, signInId, revokedAt, tokenHash };
  }

  /** Also one that was revoked, but none of another room. */
  private async invite(
    roomCode: string,
    token: string,
  ): Promise<{ room: SessionRef; inviteId: string | null; revokedAt: Date | null }> {
    const found = await this.find('invite', token);
    if (found?.roomCode !== roomCode.toLowerCase()) throw invalidToken();
    this.database.setOrganization(found.organizationId);
    const { sessionId: id, organizationId, inviteId, revokedAt } = found;
    return { room: { id, organizationId }, inviteId, revokedAt };
  }

  /**
   * Id of the guest of this room whose token it is, so that a reload keeps them. Undefined for any other token, a host's
   * included.
   * @throws AppError `link_expired` for a guest who was removed.
   */
  private async returning({ id }: SessionRef, token: string | undefined): Promise<string | undefined> {
    const found = token === undefined ? undefined : await this.find('participant', token);
    if (found?.sessionId !== id || found.isGuest !== true) return undefined;
    if (found.revokedAt !== null) throw invalidToken();
    return found.participantId ?? undefined;
  }

  private async find(kind: TokenKind, token: string): Promise<FoundToken | undefined> {
    const hash = this.hashOf(token);
    const found = await this.database.forEveryOrganization('a token says no organization', () =>
      this.tokens.find(kind, hash),
    );
    return found && isAlive(kind, found, this.clock.now()) ? found : undefined;
  }

  private hashOf(token: string): string {
    return keyedHash(this.config.CAPTURE_TOKEN_SECRET, token);
  }
}

function invalidToken(): AppError {
  return new AppError('link_expired', 'This token is unknown or no longer works. Ask for a new invitation.');
}
